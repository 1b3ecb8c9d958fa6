/** Places in source files where a mutant changes one thing, and their seeded choice. */
import { createHash } from 'node:crypto';
import { ts } from 'ts-morph';

export const mutations = ['negate a condition', 'swap a comparison', 'drop a statement', 'change a number', 'change a string', 'return early'] as const;

export type Mutation = (typeof mutations)[number];

/** Replacement of `text.slice(start, end)`. */
export interface Place {
	readonly mutation: Mutation;
	readonly start: number;
	readonly end: number;
	readonly replacement: string;
}

export interface Mutant extends Place {
	/** Names the same mutant in every run over the same source. */
	readonly id: string;
	readonly file: string;
	readonly line: number;
	readonly before: string;
}

const swapped: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
	[ts.SyntaxKind.LessThanToken]: '<=',
	[ts.SyntaxKind.LessThanEqualsToken]: '<',
	[ts.SyntaxKind.GreaterThanToken]: '>=',
	[ts.SyntaxKind.GreaterThanEqualsToken]: '>',
	[ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
	[ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
	[ts.SyntaxKind.AmpersandAmpersandToken]: '||',
	[ts.SyntaxKind.BarBarToken]: '&&',
};

/** Returns all places of a file. */
export function placesIn(file: string, text: string): Place[] {
	const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
	const places: Place[] = [];
	const visit = (node: ts.Node): void => {
		// Types and module names do not exist when the program runs.
		if (
			ts.isTypeNode(node) ||
			ts.isInterfaceDeclaration(node) ||
			ts.isTypeAliasDeclaration(node) ||
			ts.isImportDeclaration(node) ||
			ts.isExportDeclaration(node)
		)
			return;
		places.push(...placesOf(node, source));
		ts.forEachChild(node, visit);
	};
	visit(source);
	return places;
}

function placesOf(node: ts.Node, source: ts.SourceFile): Place[] {
	const replace = (mutation: Mutation, of: ts.Node, replacement: string): Place => ({ mutation, start: of.getStart(source), end: of.end, replacement });
	const condition = conditionOf(node);
	if (condition !== undefined) return [replace('negate a condition', condition, `!(${condition.getText(source)})`)];
	if (ts.isBinaryExpression(node)) {
		const operator = swapped[node.operatorToken.kind];
		return operator === undefined ? [] : [replace('swap a comparison', node.operatorToken, operator)];
	}
	if (ts.isExpressionStatement(node)) return isSuperCall(node) ? [] : [replace('drop a statement', node, ';')];
	if (ts.isNumericLiteral(node)) return [replace('change a number', node, `(${node.getText(source)} + 1)`)];
	if (ts.isStringLiteral(node) && isValue(node)) return [replace('change a string', node, JSON.stringify(node.text === '' ? 'mutant' : ''))];
	if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined && ts.isBlock(node.body) && !ts.isConstructorDeclaration(node)) {
		const at = node.body.getStart(source) + 1;
		return node.body.statements.length === 0 ? [] : [{ mutation: 'return early', start: at, end: at, replacement: ' return; ' }];
	}
	return [];
}

function conditionOf(node: ts.Node): ts.Expression | undefined {
	if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression;
	return ts.isConditionalExpression(node) ? node.condition : undefined;
}

function isSuperCall({ expression }: ts.ExpressionStatement): boolean {
	return ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword;
}

/** Reports whether a string literal is an expression, not the name of a member. */
function isValue(literal: ts.StringLiteral): boolean {
	return !('name' in literal.parent) || literal.parent.name !== literal;
}

/** Returns `count` mutants of files given by path, with as many of each mutation as possible, in an order that depends on the seed alone. */
export function chooseMutants(texts: ReadonlyMap<string, string>, count: number, seed: number): Mutant[] {
	const byMutation = new Map<Mutation, Mutant[]>(mutations.map((mutation) => [mutation, []]));
	for (const [file, text] of texts) for (const place of placesIn(file, text)) byMutation.get(place.mutation)?.push(mutantOf(file, text, place));
	const next = random(seed);
	const chosen: Mutant[] = [];
	while (chosen.length < count && [...byMutation.values()].some(({ length }) => length > 0))
		for (const places of byMutation.values()) chosen.push(...places.splice(Math.floor(next() * places.length), 1));
	return chosen.slice(0, count);
}

function mutantOf(file: string, text: string, place: Place): Mutant {
	const id = createHash('sha256').update(`${file}:${place.start}:${place.end}:${place.replacement}`).digest('hex').slice(0, 12);
	return { ...place, id, file, line: text.slice(0, place.start).split('\n').length, before: text.slice(place.start, place.end) };
}

/** Returns numbers from 0 to below 1 (mulberry32). */
function random(seed: number): () => number {
	let state = seed;
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
	};
}
