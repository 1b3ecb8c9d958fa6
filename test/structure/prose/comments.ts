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
	const found = new Map<number, ts.CommentRange>();
	collect(file, file, source, found);
	const comments: Comment[] = [];
	for (const range of [...found.values()].sort((left, right) => left.pos - right.pos)) {
		const comment = readComment(range, source, file);
		if (directive.test(comment.text)) continue;
		const last = comments.at(-1);
		if (last?.form === 'line' && comment.form === 'line' && isNextLine(source, last, comment)) {
			comments[comments.length - 1] = { ...last, text: `${last.text}\n${comment.text}`, end: comment.end };
		} else comments.push(comment);
	}
	return comments;
}

/** Visits every token, since a comment may stand before a closing brace. */
function collect(node: ts.Node, file: ts.SourceFile, source: string, found: Map<number, ts.CommentRange>): void {
	for (const range of ts.getLeadingCommentRanges(source, node.pos) ?? []) found.set(range.pos, range);
	for (const range of ts.getTrailingCommentRanges(source, node.end) ?? []) found.set(range.pos, range);
	if (isJsDoc(node)) return;
	for (const child of node.getChildren(file)) collect(child, file, source, found);
}

function isJsDoc(node: ts.Node): boolean {
	return node.kind >= ts.SyntaxKind.FirstJSDocNode && node.kind <= ts.SyntaxKind.LastJSDocNode;
}

function readComment(range: ts.CommentRange, source: string, file: ts.SourceFile): Comment {
	const raw = source.slice(range.pos, range.end);
	const position = { start: range.pos, end: range.end, line: file.getLineAndCharacterOfPosition(range.pos).line + 1 };
	if (range.kind === ts.SyntaxKind.SingleLineCommentTrivia) return { ...position, form: 'line', text: raw.slice(2).trim() };
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
