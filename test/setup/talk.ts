/** Controls a child process by lines on standard input and reads its reports from standard output. */
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Time limit for expected lines; they take seconds on an idle machine. */
const patienceMs = 60_000;

/** Returns functions that send lines to a program and wait for its output lines. */
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
		/** Resolves when all of these lines have been printed since the last call, in any order. */
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
