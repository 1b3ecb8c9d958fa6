/** No hidden state (DESIGN section 7): no module state, and no WeakMap in place of a field. State lives in a context. */
import { ts } from 'ts-morph';
import { describe, expect, it } from 'vitest';
import { sources, textOf } from './project.ts';

/** Permitted exceptions, each with its reason; an unused entry is an error too. */
const allowed: Readonly<Record<string, string>> = {
	'runtime/admission/lookup.ts: new WeakMap': 'parsed objects of a plugin, for as long as the cache holds their state: a cache, in a class of the plugin',
	'runtime/http/event-writer.ts: new WeakMap': 'chunks of HTTP/1.1 made once for all writers of the same bytes: a cache, in a class of the listener',
	'runtime/http2/field-syntax.ts: rightNames': 'names of headers that were found right, for all connections: a bounded cache',
	'runtime/http2/hpack/huffman.ts: steps': 'a constant whose parts take long to make and of which few are needed',
	'runtime/model/release.ts: ranks': 'what text says in numbers, for the few releases that there are',
	'runtime/schema/cel/expression.ts: environment': 'a constant that takes long to make and that few need',
	'runtime/verbs/context/converted-events.ts: new WeakMap': 'conversions in flight, while an event is referenced: in a class of the context',
	'runtime/verbs/context/event-batches.ts: new WeakMap':
		'what watchers are sent together, for as long as any of them holds the events: a cache, in a class of the context',
	'runtime/verbs/context/item-sizes.ts: new WeakMap': 'how long items of lists are, for as long as there are such objects: a cache, in a class of the context',
	'runtime/verbs/context/single-flight.ts: new WeakMap': 'what is being made of objects and events for several who wait: in a class of the context',
};

const mutating: ReadonlySet<string> = new Set([
	'set',
	'add',
	'delete',
	'clear',
	'push',
	'pop',
	'shift',
	'unshift',
	'splice',
	'sort',
	'reverse',
	'fill',
	'abort',
]);
const weak: ReadonlySet<string> = new Set(['WeakMap', 'WeakSet', 'WeakRef']);

/** Returns `file: name` for each variable that outlives a call outside a context. */
function hiddenState(file: string, text: string): string[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const constants = new Set<string>();
	const found = new Set<string>();
	for (const statement of source.statements) {
		if (!ts.isVariableStatement(statement)) continue;
		for (const { name } of statement.declarationList.declarations) {
			if (!ts.isIdentifier(name)) continue;
			if (statement.declarationList.flags & ts.NodeFlags.Const) constants.add(name.text);
			else found.add(`${file}: ${name.text}`);
		}
	}
	const visit = (node: ts.Node): void => {
		if (ts.isNewExpression(node) && ts.isIdentifier(node.expression) && weak.has(node.expression.text)) found.add(`${file}: new ${node.expression.text}`);
		if (ts.isPropertyDeclaration(node) && isStatic(node) && !isReadonly(node)) found.add(`${file}: static ${node.name.getText(source)}`);
		const changed = changedName(node);
		if (changed !== undefined && constants.has(changed) && !isShadowed(node, changed)) found.add(`${file}: ${changed}`);
		ts.forEachChild(node, visit);
	};
	visit(source);
	return [...found];
}

/** Returns the name of the variable that this node mutates. */
function changedName(node: ts.Node): string | undefined {
	if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && mutating.has(node.expression.name.text))
		return rootName(node.expression.expression);
	if (ts.isBinaryExpression(node) && isPosition(node.left)) return undefined;
	if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind) && !ts.isIdentifier(node.left)) return rootName(node.left);
	if ((ts.isPostfixUnaryExpression(node) || ts.isPrefixUnaryExpression(node)) && isCount(node.operator)) return rootName(node.operand);
	return ts.isDeleteExpression(node) ? rootName(node.expression) : undefined;
}

/** Reports whether the node is the start position of a sticky pattern, which is set before each use. */
function isPosition(node: ts.Expression): boolean {
	return ts.isPropertyAccessExpression(node) && node.name.text === 'lastIndex';
}

/** Returns `a` for `a.b[c].d`. */
function rootName(node: ts.Expression): string | undefined {
	let at = node;
	while (ts.isPropertyAccessExpression(at) || ts.isElementAccessExpression(at) || ts.isNonNullExpression(at)) at = at.expression;
	return ts.isIdentifier(at) ? at.text : undefined;
}

function isAssignment(kind: ts.SyntaxKind): boolean {
	return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function isCount(operator: ts.SyntaxKind): boolean {
	return operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken;
}

/** Reports whether a function around the node has a parameter or variable of this name. */
function isShadowed(node: ts.Node, name: string): boolean {
	for (let at: ts.Node | undefined = node.parent; at !== undefined && !ts.isSourceFile(at); at = at.parent) {
		if (ts.isFunctionLike(at) && at.parameters.some((parameter) => declares(parameter.name, name))) return true;
		if (
			ts.isBlock(at) &&
			at.statements.some((statement) => ts.isVariableStatement(statement) && statement.declarationList.declarations.some((d) => declares(d.name, name)))
		)
			return true;
		if (
			(ts.isForOfStatement(at) || ts.isForStatement(at)) &&
			at.initializer !== undefined &&
			ts.isVariableDeclarationList(at.initializer) &&
			at.initializer.declarations.some((d) => declares(d.name, name))
		)
			return true;
	}
	return false;
}

function declares(binding: ts.BindingName, name: string): boolean {
	if (ts.isIdentifier(binding)) return binding.text === name;
	return binding.elements.some((element) => ts.isBindingElement(element) && declares(element.name, name));
}

function isStatic(node: ts.PropertyDeclaration): boolean {
	return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) === true;
}

function isReadonly(node: ts.PropertyDeclaration): boolean {
	return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword) === true;
}

describe('hidden state', () => {
	it.each([
		['let count = 0;', ['x.ts: count']],
		['const seen = new Map(); export const add = (k) => seen.set(k, 1);', ['x.ts: seen']],
		['const seen = new Map(); export const add = (seen) => seen.set(1, 1);', []],
		['const seen = new Map([[1, 2]]); export const get = (k) => seen.get(k);', []],
		['const state = { n: 0 }; export function next() { return state.n++; }', ['x.ts: state']],
		['const cache = {}; export function keep(k) { cache[k] ??= 1; }', ['x.ts: cache']],
		['export const f = () => new WeakMap();', ['x.ts: new WeakMap']],
		['class A { static made = 0; static readonly one = 1; }', ['x.ts: static made']],
		['const none = []; export function f() { const none = []; none.push(1); }', []],
	])('%s', (text, expected) => expect(hiddenState('x.ts', text)).toEqual(expected));

	it('the runtime has only the listed state, with reasons', () => {
		const files = sources('runtime');
		expect(files.length).toBeGreaterThan(200);
		const found = files.flatMap((file) => hiddenState(file, textOf(file)));
		expect(found).toEqual(Object.keys(allowed));
	});
});
