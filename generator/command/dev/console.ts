/** Output of `orch dev`: a line per request and per change of the served specs. */
import type { SaidLine } from '../../../runtime/model/development.ts';
import { paint } from '../output.ts';

/** Characters that could control the terminal or imitate another line. */
const unprintable = /[^\P{Cc}]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;

function printable(text: string): string {
	return text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function now(): string {
	return new Date().toTimeString().slice(0, 8);
}

export function tellEvent(text: string): void {
	console.log(`${paint('dim', now())} ${text}`);
}

export function tellTrouble(text: string): void {
	console.error(`${paint('dim', now())} ${paint('red', printable(text), process.stderr)}`);
}

export function tellLine(line: SaidLine): void {
	if (line.level === 'request') tellRequest(line);
	else if (line.level !== 'info') tellLog(line.level, line.message, line.fields);
}

/** Prints a line such as `12:34:56 200 create /apis/example.com/v1/... 1.2 ms kubectl/v1.31.0`. */
function tellRequest({ verb, uri, status, ms, agent }: Extract<SaidLine, { readonly level: 'request' }>): void {
	// Status 0: the client left before the response.
	const colour = status >= 500 || status === 0 ? 'red' : status >= 400 ? 'yellow' : 'green';
	const [program = ''] = agent.split(' ', 1);
	const parts = [
		paint('dim', now()),
		paint(colour, status === 0 ? 'gone' : String(status)),
		verb.padEnd(6),
		printable(uri),
		paint('dim', `${ms} ms ${printable(program)}`.trimEnd()),
	];
	console.log(parts.join(' '));
}

function tellLog(level: 'error' | 'warn', message: string, fields: Readonly<Record<string, unknown>>): void {
	const { error, ...rest } = fields;
	const said = Object.entries(rest).flatMap(([name, value]) => (value === undefined ? [] : [` ${name}=${JSON.stringify(value)}`]));
	console.error(
		`${paint('dim', now(), process.stderr)} ${paint(level === 'error' ? 'red' : 'yellow', printable(`${message}${said.join('')}`), process.stderr)}`,
	);
	// A stack is printed by line, because it has the position in the hook file.
	if (typeof error === 'string') for (const line of error.split('\n')) console.error(`    ${printable(line.trim())}`);
}
