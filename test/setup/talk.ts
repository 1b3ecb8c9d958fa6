/** A program that is told what to do by lines of standard input, and says what it saw in lines of standard output. */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Seconds where nobody else uses the machine. */
const patienceMs = 60_000;

/** What a program says, line by line, and what it is told. */
export function talk(child: ChildProcess) {
	const heard: string[] = [];
	const waiting = new Set<() => void>();
	if (child.stdout === null || child.stdin === null) throw new Error('the program has no streams');
	createInterface({ input: child.stdout }).on('line', (line) => {
		heard.push(line);
		for (const check of waiting) check();
	});
	const { stdin } = child;
	return {
		tell: (line: string) => void stdin.write(`${line}\n`),
		end: () => void stdin.end(),
		/** Resolves when all of these lines have been said since the last call, in any order. */
		hears: (...lines: readonly string[]): Promise<void> =>
			new Promise((resolve, reject) => {
				const timer = setTimeout(() => reject(new Error(`waited for ${lines.join(', ')}; heard ${heard.join(', ')}`)), patienceMs);
				const check = (): void => {
					if (!lines.every((line) => heard.includes(line))) return;
					clearTimeout(timer);
					waiting.delete(check);
					for (const line of lines) heard.splice(heard.indexOf(line), 1);
					resolve();
				};
				waiting.add(check);
				check();
			}),
		rest: heard,
	};
}
