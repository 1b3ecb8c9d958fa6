/** Process that runs commands of `orch` one after the other, so that code and built-in specs are loaded once (`commands.ts`). */
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import type { CommandRequest } from './commands.ts';
import type { Ended } from './packed-cli.ts';

enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/orch'));
const { makeProgram } = await import('../../generator/command/program.ts');

/** Thrown in place of an exit, which would end this process. */
class Exit extends Error {}

const ownEnv = process.env;
const exit = (code?: number | string | null): never => {
	process.exitCode = code ?? process.exitCode ?? 0;
	throw new Exit();
};
process.exit = exit;

async function run({ args, cwd, env }: CommandRequest): Promise<Ended> {
	const output = { stdout: '', stderr: '' };
	const captured = (['stdout', 'stderr'] as const).map((name) => {
		const { write } = process[name];
		process[name].write = (text: string | Uint8Array): boolean => {
			output[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
			return true;
		};
		return () => {
			process[name].write = write;
		};
	});
	process.chdir(cwd);
	process.env = { ...ownEnv, ...env };
	process.exitCode = 0;
	try {
		await makeProgram().parseAsync(['node', 'orch', ...args]);
	} catch (error) {
		if (!(error instanceof Exit)) {
			// `command-line.ts` prints the same.
			console.error(`error: ${error instanceof Error ? error.message : error}`);
			process.exitCode = 1;
		}
	}
	const code = Number(process.exitCode);
	for (const release of captured) release();
	process.exitCode = 0;
	return { code, ...output };
}

let previous: Promise<unknown> = Promise.resolve();
process.on('message', ({ id, ...request }: CommandRequest & { readonly id: number }) => {
	previous = previous.then(async () => process.send?.({ id, ended: await run(request) }));
});
