/** Writes the result of a comparison into docs/conformance/peers.md: a dated section for each, which its next run replaces. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const page = resolve(import.meta.dirname, '../../docs/conformance/peers.md');

export function record(title: string, result: string): void {
	writeFileSync(page, withSection(readFileSync(page, 'utf8'), title, `${new Date().toISOString().slice(0, 10)}. ${result}`));
}

/** Returns the text with that section replaced, or added at its place in the order of titles. */
export function withSection(text: string, title: string, body: string): string {
	const [head = '', ...sections] = text.split(/^(?=## )/m);
	const others = sections.filter((section) => !section.startsWith(`## ${title}\n`)).map((section) => section.trimEnd());
	return `${[head.trimEnd(), ...[...others, `## ${title}\n\n${body}`].sort()].join('\n\n')}\n`;
}
