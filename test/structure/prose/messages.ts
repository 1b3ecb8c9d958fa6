/** Reads the texts of a TypeScript file that people may see: strings and templates of several words. */
import { ts } from 'ts-morph';

export interface Message {
	readonly text: string;
	/** Line, from 1. */
	readonly line: number;
}

export function messagesOf(source: string): Message[] {
	const file = ts.createSourceFile('file.ts', source, ts.ScriptTarget.Latest, false);
	const messages: Message[] = [];
	const visit = (node: ts.Node): void => {
		if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) {
			if (/\S\s+\S+\s+\S/.test(node.text)) messages.push({ text: node.text, line: file.getLineAndCharacterOfPosition(node.pos).line + 1 });
		}
		ts.forEachChild(node, visit);
	};
	visit(file);
	return messages;
}
