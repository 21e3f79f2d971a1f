// Finds the words that a source file says by itself instead of taking them from the catalogues: by its syntax, so that an attribute,
// a template and a string that is handed on are found as well as the text of an element.

import { parseSync } from 'vite';

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Attributes and options that people read or hear, whatever is in them. */
const SAID = new Set([
  'title',
  'placeholder',
  'alt',
  'label',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'aria-valuetext',
  // Of native dialogs, menus and notifications.
  'message',
  'detail',
  'buttons',
  'buttonLabel',
  'body',
  'subtitle',
  'toolTip',
  'checkboxLabel',
]);

/** Of Electron: what is handed to them is shown. */
const SAYS = new Set(['setToolTip', 'setTitle', 'showErrorBox']);

/** Whose words end in the log. */
const LOGS = new Set(['log', 'note', 'onNote', 'onBug']);

const HANDS_ON = new Set(['JSXExpressionContainer', 'JSXFragment', 'ArrayExpression', 'TemplateLiteral']);

/** Names and codes of the page, of which nothing is read. */
const NEVER_SAID = new Set(['className', 'd', 'viewBox', 'transform', 'points', 'style', 'font', 'keys']);

const WORD = /\p{L}{2,}/u;
/** Two words with a space between, or any word in our script. */
const SENTENCE = /\p{L}{2,}[,.:;!?…]? \p{L}{2,}|[\u0600-\u06ff]{2,}/u;

/** The words of its own that a file has. */
export function ownTexts(file: string, source: string): readonly string[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const found: string[] = [];

  function take(text: unknown, said: boolean): void {
    if (typeof text === 'string' && (said ? WORD : SENTENCE).test(text)) found.push(text.trim());
  }

  /** `said`: whatever word is in it, people read it. */
  function visit(value: unknown, said: boolean): void {
    if (Array.isArray(value)) for (const item of value) visit(item, said);
    else if (isNode(value) && !isForMenders(value)) visitNode(value, said);
  }

  function visitNode(node: Node, said: boolean): void {
    switch (node.type) {
      case 'JSXText':
        take(node.value, true);
        break;
      case 'Literal':
        take(node.value, said);
        break;
      case 'TemplateElement':
        take((node.value as { cooked: string }).cooked, said);
        break;
      case 'JSXAttribute':
      case 'Property': {
        const name = nameOf(node.name ?? node.key);
        if (!NEVER_SAID.has(name)) visit(node.value, SAID.has(name));
        break;
      }
      case 'JSXElement':
        visit(node.openingElement, false);
        visit(node.children, true);
        break;
      case 'CallExpression':
        visit(node.callee, false);
        visit(node.arguments, SAYS.has(calledBy(node)));
        break;
      case 'ConditionalExpression':
        visit(node.test, false);
        visit([node.consequent, node.alternate], said);
        break;
      case 'LogicalExpression':
        visit(node.left, false);
        visit(node.right, said);
        break;
      default:
        // What a function, a call or a comparison within makes of a word is its own affair.
        for (const inner of Object.values(node)) visit(inner, said && HANDS_ON.has(node.type));
    }
  }

  visit(program.body, false);
  return found;
}

/** Imports, types, errors and lines of the log. */
function isForMenders(node: Node): boolean {
  if (node.type === 'NewExpression') return nameOf(node.callee).endsWith('Error');
  if (node.type === 'CallExpression') return LOGS.has(nameOf((node.callee as Node).object)) || LOGS.has(calledBy(node));
  return node.type === 'ImportDeclaration' || node.type.startsWith('TSType') || node.type === 'TSInterfaceDeclaration';
}

/** The last name of what is called: `b` of `a.b()`. */
function calledBy(call: Node): string {
  const callee = call.callee as Node;
  return nameOf(callee.property ?? callee);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  const name = node.name ?? node.value;
  return typeof name === 'string' ? name : nameOf(node.name);
}
