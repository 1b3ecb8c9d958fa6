/** Reads the comments of a TypeScript file. Neighbouring `//` lines form one comment; directives such as `biome-ignore` are left out. */
import { ts } from 'ts-morph';

export interface Comment {
	/** Text without markers; line breaks of the source are kept. */
	readonly text: string;
	/** Offsets in the file, markers included. */
	readonly start: number;
	readonly end: number;
	/** First line, from 1. */
	readonly line: number;
	readonly form: 'doc' | 'block' | 'line';
}

const directive = /^(biome-|@ts-|eslint|prettier-|v8 ignore|istanbul|#!|@__PURE__|__PURE__)/;

export function commentsOf(source: string): Comment[] {
	const file = ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, false);
	const comments: Comment[] = [];
	for (const range of rangesOf(file, source)) {
		const comment = readComment(range, source, file);
		if (directive.test(comment.text)) continue;
		const last = comments.at(-1);
		if (last?.form === 'line' && comment.form === 'line' && isNextLine(source, last, comment)) {
			comments[comments.length - 1] = { ...last, text: `${last.text}\n${comment.text}`, end: comment.end };
		} else comments.push(comment);
	}
	return comments;
}

/** Finds comments between the literals, whose text may look like one. A comment may stand before any token, such as a closing brace. */
function* rangesOf(file: ts.SourceFile, source: string): Generator<Range> {
	let start = 0;
	for (const literal of [...literalsOf(file), { pos: source.length, end: source.length }]) {
		for (const { 0: raw, index } of source.slice(start, literal.pos).matchAll(/\/\/.*|\/\*[\s\S]*?\*\//g))
			yield { pos: start + index, end: start + index + raw.length, isLine: raw.startsWith('//') };
		start = literal.end;
	}
}

interface Range {
	readonly pos: number;
	readonly end: number;
	readonly isLine: boolean;
}

/** Returns strings, parts of templates and regular expressions, in the order of the file. */
function literalsOf(file: ts.SourceFile): { readonly pos: number; readonly end: number }[] {
	const literals: { readonly pos: number; readonly end: number }[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteral(node) || ts.isRegularExpressionLiteral(node) || ts.isTemplateLiteralToken(node))
			literals.push({ pos: node.getStart(file), end: node.end });
		ts.forEachChild(node, visit);
	};
	visit(file);
	return literals.sort((left, right) => left.pos - right.pos);
}

function readComment(range: Range, source: string, file: ts.SourceFile): Comment {
	const raw = source.slice(range.pos, range.end);
	const position = { start: range.pos, end: range.end, line: file.getLineAndCharacterOfPosition(range.pos).line + 1 };
	if (range.isLine) return { ...position, form: 'line', text: raw.slice(2).trim() };
	const isDoc = raw.startsWith('/**');
	const body = raw.slice(isDoc ? 3 : 2, -2).split('\n');
	return {
		...position,
		form: isDoc ? 'doc' : 'block',
		text: body
			.map((line) => line.replace(/^\s*\* ?/, '').trimEnd())
			.join('\n')
			.trim(),
	};
}

/** Only comments that stand alone on their lines are joined: a comment behind code belongs to that code. */
function isNextLine(source: string, last: Comment, next: Comment): boolean {
	const lineStart = source.lastIndexOf('\n', last.start - 1) + 1;
	return source.slice(lineStart, last.start).trim() === '' && /^\n[\t ]*$/.test(source.slice(last.end, next.start));
}
