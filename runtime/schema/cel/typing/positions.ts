/** Positions of operators in an expression. The nodes of the CEL library name only the range of the whole operation. */
import type { ASTNode } from '@marcbachmann/cel-js';

/** Returns the offset to which messages about a node point: that of its operator, dot or parenthesis. */
export function positionOf(node: ASTNode, text: string): number {
	switch (node.op) {
		case '.':
		case '.?':
			return before(text, node.pos, '.');
		case 'call':
			return after(text, node.start, '(');
		case 'rcall':
			return after(text, after(text, endOf(node.args[1], text), '.'), '(');
		case '[]':
		case '[?]':
			return after(text, endOf(node.args[0], text), '[');
		case '?:':
			return after(text, endOf(node.args[0], text), '?');
		case '&&':
		case '||':
		case '==':
		case '!=':
		case '<':
		case '<=':
		case '>':
		case '>=':
		case '+':
		case '-':
		case '*':
		case '/':
		case '%':
		case 'in':
			return after(text, endOf(node.args[0], text), node.op);
		default:
			return node.start;
	}
}

/** Returns the offset of the colon after the key of an entry. */
export function colonAfter(key: ASTNode, text: string): number {
	return after(text, endOf(key, text), ':');
}

/** Returns the offset after a node. The library's ranges do not include parentheses around it. */
function endOf(node: ASTNode, text: string): number {
	let end = node.end;
	while (/[\s)]/.test(text[end] ?? '')) end++;
	return end;
}

/** Returns the offset of a sign at or after `offset`. Skips spaces, parentheses and comments. */
function after(text: string, offset: number, sign: string): number {
	let at = offset;
	while (at < text.length && !text.startsWith(sign, at)) {
		if (!text.startsWith('//', at)) at++;
		else {
			const end = text.indexOf('\n', at);
			at = end < 0 ? text.length : end;
		}
	}
	return at < text.length ? at : offset;
}

function before(text: string, offset: number, sign: string): number {
	const at = text.lastIndexOf(sign, offset);
	return at < 0 ? offset : at;
}
