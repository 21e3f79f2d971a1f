// @ts-check
// Every way in which a TypeScript file can name another one, by a real parser: a regular expression would find imports
// in strings and comments, and miss those in types.
import { parseSync } from 'vite';

/** @typedef {{ specifier: string, line: number, computed?: true }} Import */
/** @typedef {{ type: string, start: number, [key: string]: unknown }} SyntaxNode */

/**
 * @param {string} file
 * @param {string} text
 * @returns {Import[]}
 */
export function importsOf(file, text) {
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  /** @type {Import[]} */
  const found = [];
  visit(program, (node) => {
    const source = sourceOf(node);
    if (!source) return;
    const line = text.slice(0, node.start).split('\n').length;
    const specifier = literalText(source);
    found.push(
      specifier === null
        ? { specifier: text.slice(source.start, Number(source.end)), line, computed: true }
        : { specifier, line },
    );
  });
  return found;
}

/** @param {SyntaxNode} node @returns {SyntaxNode | null} what is imported */
function sourceOf(node) {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ImportExpression':
    case 'ExportAllDeclaration':
    case 'ExportNamedDeclaration':
    case 'TSImportType':
      return asNode(node.source);
    case 'TSExternalModuleReference':
      return asNode(node.expression);
    case 'CallExpression':
      return asNode(node.callee)?.name === 'require' ? asNode(/** @type {unknown[]} */ (node.arguments)[0]) : null;
    default:
      return null;
  }
}

/** @param {SyntaxNode} node @returns {string | null} */
function literalText(node) {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value;
  if (node.type !== 'TemplateLiteral' || /** @type {unknown[]} */ (node.expressions).length > 0) return null;
  const [quasi] = /** @type {{ value: { cooked: string } }[]} */ (node.quasis);
  return quasi?.value.cooked ?? null;
}

/** @param {unknown} value @param {(node: SyntaxNode) => void} see */
function visit(value, see) {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
    return;
  }
  const node = asNode(value);
  if (!node) return;
  see(node);
  for (const child of Object.values(node)) visit(child, see);
}

/** @param {unknown} value @returns {SyntaxNode | null} */
function asNode(value) {
  const isNode = typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
  return isNode ? /** @type {SyntaxNode} */ (value) : null;
}
