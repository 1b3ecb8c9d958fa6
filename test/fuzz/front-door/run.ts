/** Fuzzes the built server in batches, and checks its health after each. */
import fc from 'fast-check';
import { catalog } from '../../../generated/catalog.ts';
import { vocabulary } from '../../../generated/vocabulary.ts';
import { type ServerProcess, startServer } from '../../setup/server.ts';
import type { Corpus } from '../corpus.ts';
import { inputs } from '../mutate.ts';
import type { Door } from './doors.ts';

const batchInputs = 32;
/** Concurrent inputs. */
const lanes = 8;
/** Time limit for an answer of `/livez` after a batch, with other load on the machine. */
const mostMs = 5_000;

export interface FrontDoorOptions {
	readonly seed: number;
	readonly forMs: number;
	readonly corpus: Corpus;
}

/** The server under test, replaced when it fails. */
export class Tried {
	readonly #built: string;
	#server: Promise<ServerProcess> | undefined;
	/** Number of 500 responses before this batch. */
	#failures = 0;
	#logged = 0;

	constructor(built: string) {
		this.#built = built;
	}

	get server(): Promise<ServerProcess> {
		this.#server ??= startServer(this.#built);
		return this.#server;
	}

	/** Returns a description of a new problem with the server, if any. */
	async problem(): Promise<string | undefined> {
		const server = await this.server;
		if (server.process.exitCode !== null || server.process.signalCode !== null) {
			this.#server = undefined;
			this.#failures = this.#logged = 0;
			const how = server.process.signalCode ?? `code ${server.process.exitCode}`;
			await server.remove();
			return `ended it with ${how}:\n${server.log()}`;
		}
		const started = performance.now();
		const alive = await server.call('GET', '/livez').catch((error: unknown) => ({ status: 0, text: String(error) }));
		const tookMs = performance.now() - started;
		if (alive.status !== 200) return `left it with ${alive.status} ${alive.text} at /livez`;
		if (tookMs > mostMs) return `left it slow: /livez took ${Math.round(tookMs)} ms`;
		const failures = await failuresOf(server);
		const more = failures - this.#failures;
		this.#failures = failures;
		const log = server.log();
		const said = log.slice(this.#logged);
		this.#logged = log.length;
		return more > 0 ? `was answered with 500:\n${said}` : undefined;
	}

	async close(): Promise<void> {
		await (await this.#server)?.remove();
	}
}

/** Returns the number of 500 responses to any client. */
async function failuresOf(server: ServerProcess): Promise<number> {
	const { text } = await server.call('GET', '/metrics');
	const counts = text.matchAll(/^apiserver_request_total\{[^}]*code="500"[^}]*\} (\d+)/gm);
	return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Returns the number of inputs. Throws an Error that names the file of an input that found a fault. */
export async function fuzzDoor(door: Door, tried: Tried, { seed, forMs, corpus }: FrontDoorOptions): Promise<number> {
	const kept = corpus.of(door.name);
	for (const { file, input } of kept) {
		await sendAll(door, tried, [input]);
		const problem = await tried.problem();
		if (problem !== undefined) throw new Error(`${door.name}: ${file} ${problem}`);
	}
	const all = inputs(
		{ ...door, run: () => undefined },
		kept.map(({ input }) => input),
	);
	const endMs = performance.now() + forMs;
	let count = 0;
	for (let batch = 0; performance.now() < endMs; batch++) {
		const some = fc.sample(all, { seed: seed + batch, numRuns: batchInputs });
		await sendAll(door, tried, some);
		const problem = await tried.problem();
		if (problem !== undefined) {
			const files = await blamed(door, tried, some, corpus);
			throw new Error(`${door.name}: an input ${problem}\n${files} FUZZ_SEED=${seed} finds it again.`);
		}
		count += some.length;
	}
	const problem = await unshown(await tried.server);
	if (problem !== undefined) throw new Error(`${door.name}: what is stored now cannot be shown: ${problem}; FUZZ_SEED=${seed} finds it again.`);
	return count;
}

const protobuf = `application/vnd.${vocabulary.name}.protobuf`;
const forms = ['application/json', 'application/yaml', `application/json;as=Table;g=meta.${vocabulary.groupDomain};v=v1`, protobuf];

/** Returns a description of a list that fails for any stored object. */
async function unshown(server: ServerProcess): Promise<string | undefined> {
	const paths = catalog.kinds.flatMap((kind) =>
		kind.versions.map(({ group, version }) => `${group === '' ? '/api' : `/apis/${group}`}/${version}/${kind.plural}`),
	);
	for (const path of paths) {
		for (const accept of forms) {
			const { status, text } = await server.call('GET', path, undefined, { accept });
			// Skips versions that this release does not serve, kinds without a protobuf form, and kinds that cannot be listed.
			if (status >= 500) return `${path} as ${accept} was answered with ${status}: ${text}`;
		}
	}
	return undefined;
}

async function sendAll(door: Door, tried: Tried, some: readonly Buffer[]): Promise<void> {
	const server = await tried.server;
	const rest = some.values();
	const lane = async (): Promise<void> => {
		for (const input of rest) await door.send(server, input);
	};
	await Promise.all(Array.from({ length: lanes }, lane));
}

/** Returns the input of a batch that causes the fault alone, or else the whole batch. */
async function blamed(door: Door, tried: Tried, some: readonly Buffer[], corpus: Corpus): Promise<string> {
	for (const input of some) {
		await sendAll(door, tried, [input]);
		if ((await tried.problem()) !== undefined) return `The input is kept in ${corpus.keep(door.name, input)};`;
	}
	const files = some.map((input) => corpus.keep(door.name, input));
	return `None of the batch does it alone; all are kept:\n${files.join('\n')}\n`;
}
