/** Parses YAML with exact integers: bigint beyond 2^53, otherwise numbers. */
import { type Document, parseAllDocuments, parseDocument, visit } from 'yaml';

export function exactDocument(text: string): Document.Parsed {
	return narrowed(parseDocument(text, { intAsBigInt: true }));
}

export function exactDocuments(text: string): readonly Document.Parsed[] {
	return (parseAllDocuments(text, { intAsBigInt: true }) as Document.Parsed[]).map(narrowed);
}

function narrowed(document: Document.Parsed): Document.Parsed {
	visit(document, {
		Scalar(_, node) {
			if (typeof node.value === 'bigint' && Number.isSafeInteger(Number(node.value))) node.value = Number(node.value);
		},
	});
	return document;
}
