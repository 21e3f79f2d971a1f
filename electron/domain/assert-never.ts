/** Closes a switch over a union: a new case does not compile until it is decided; junk from outside fails loudly. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`);
}
