/**
 * The server that `orch dev` runs: a process of its own, which is told what to serve, and told anew whenever specs or hook files
 * change. What it has to say goes to whoever started it, and so does every request. It ends with that process, and when a hook
 * blocks it (`dev-watchdog.ts`).
 */
import { url as debuggerUrl } from 'node:inspector';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { vocabulary } from '../generated/vocabulary.ts';
import type { GroupHooks, ServedHooks } from './api/hooks.ts';
import { UnknownVersionError } from './migration/unknown-versions.ts';
import type { Catalog, TypeDescriptor, TypeDocs, TypeName } from './model/catalog.ts';
import {
	watchdogCell as cell,
	type FromServer,
	type HookModule,
	type LeftBehind,
	type SaidLine,
	type ServedSpecs,
	type ToServer,
	type WatchdogData,
} from './model/development.ts';
import { FlagError } from './server/flags/flag-error.ts';
import { readFlags, type ServerOptions } from './server/flags/read.ts';
import type { Generated } from './server/generated.ts';
import { Reload, type Reloaded } from './server/reload.ts';
import { type RunningServer, startServer } from './server.ts';
import type { Log } from './telemetry/log.ts';

/** Lines wait this long for others, so that many requests are few messages. */
const gatherMs = 25;
/** Of one message: nobody reads more in that time. */
const mostLines = 200;

/** Gathers lines. */
class Telling {
	#lines: SaidLine[] = [];
	#omitted = 0;
	#timer: NodeJS.Timeout | undefined;

	line(line: SaidLine): void {
		// What went wrong is always told.
		if (this.#lines.length < mostLines || line.level === 'error') this.#lines.push(line);
		else this.#omitted++;
		this.#timer ??= setTimeout(() => this.flush(), gatherMs);
	}

	flush(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
		if (this.#lines.length > 0) tell({ kind: 'said', lines: this.#lines, omitted: this.#omitted });
		this.#lines = [];
		this.#omitted = 0;
	}

	/** Requests of clients; those of the server's own parts are nobody's. */
	log(): Log {
		const at =
			(level: 'error' | 'warn' | 'info') =>
			(message: string, fields: object = {}): void =>
				this.line({ level, message, fields: plain(fields) });
		return {
			error: at('error'),
			warn: at('warn'),
			info: at('info'),
			debug: () => undefined,
			request: ({ verb, uri, status, ms, agent, source }) => {
				if (source !== undefined) this.line({ level: 'request', verb, uri, status, ms, agent });
			},
		};
	}
}

/** Whoever started this may have gone: then there is nobody to tell. */
function tell(message: FromServer): void {
	if (process.connected) process.send?.(message);
}

/** What can be sent. */
function plain(fields: object): Readonly<Record<string, unknown>> {
	return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === 'object' && value !== null ? JSON.stringify(value) : value]));
}

/** The specs as a server takes them, and the modules that have been loaded: of one file there is one module. */
class Specs {
	readonly #modules = new Map<string, unknown>();
	/** All that have been told, in the last form of each. */
	readonly #types = new Map<TypeName, TypeDescriptor>();
	readonly #docs = new Map<TypeName, TypeDocs[TypeName]>();
	/** Of what is served. */
	docs: TypeDocs = {};

	async read({ types, typeNames, docs, kindHooks, groupHooks, ...rest }: ServedSpecs): Promise<Reloaded & { readonly docs: TypeDocs }> {
		for (const type of types) this.#types.set(type.name, type);
		for (const [name, texts] of Object.entries(docs)) this.#docs.set(name, texts);
		const byName = new Map(typeNames.map((name) => [name, this.#types.get(name)]));
		const catalog: Catalog = {
			...rest,
			typeNames,
			type(name) {
				const found = byName.get(name);
				if (found === undefined) throw new Error(`there is no type "${name}"`);
				return found;
			},
		};
		const rootHooks = (await this.#load(kindHooks)) as Readonly<Record<string, ServedHooks>>;
		const rootGroups = (await this.#load(groupHooks)) as Readonly<Record<string, GroupHooks>>;
		return { catalog, rootHooks, rootGroups, docs: Object.fromEntries(typeNames.map((name) => [name, this.#docs.get(name) ?? {}])) };
	}

	async #load(modules: readonly HookModule[]): Promise<Readonly<Record<string, unknown>>> {
		const loaded = modules.map(async ({ name, path }) => {
			if (!this.#modules.has(path)) this.#modules.set(path, ((await import(pathToFileURL(path).href)) as { readonly hooks: unknown }).hooks);
			return [name, this.#modules.get(path)];
		});
		return Object.fromEntries(await Promise.all(loaded));
	}
}

interface Running {
	readonly server: RunningServer;
	readonly reload: Reload;
	readonly specs: Specs;
}

async function start(args: readonly string[], given: ServedSpecs, telling: Telling): Promise<Running> {
	const options = optionsOf(args);
	const specs = new Specs();
	const { docs, ...read } = await specs.read(given);
	specs.docs = docs;
	const generated: Generated = { ...read, vocabulary, docs: async () => specs.docs };
	const onFatal = (error: Error): void => fail(telling, `the server stops, since it can no longer keep what it acknowledges: ${error.message}`);
	const server = await startServer(options, generated, { log: telling.log(), onFatal });
	return { server, reload: new Reload(options, server, generated), specs };
}

function optionsOf(args: readonly string[]): ServerOptions {
	const command = readFlags(args);
	if (command.kind !== 'serve') throw new FlagError(`--${command.kind} is asked of npx orch serve`);
	return command.options;
}

/** One after the other: each is made of the one before. */
async function swap({ server, reload, specs }: Running, given: ServedSpecs): Promise<FromServer> {
	const { kinds: before } = server.snapshots.current().catalog;
	try {
		const { docs, ...read } = await specs.read(given);
		reload.swap(read);
		specs.docs = docs;
	} catch (error) {
		return { kind: 'refused', message: messageOf(error), ...aboutOf(error) };
	}
	const served = new Set(server.snapshots.current().catalog.kinds.map(({ storageName }) => storageName));
	const left = before
		.filter(({ storageName }) => !served.has(storageName))
		.map(({ kind, storageName }): LeftBehind => ({ kind, objects: server.rows.count(storageName, '') }))
		.filter(({ objects }) => objects > 0);
	return { kind: 'swapped', left };
}

/** The kind that it is about. */
function aboutOf(error: unknown): { readonly about?: string } {
	return error instanceof UnknownVersionError ? { about: error.resource } : {};
}

function messageOf(error: unknown): string {
	return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
}

/** Nothing is certain any more. */
function fail(telling: Telling, message: string, what: { readonly isUsage: boolean; readonly about?: string } = { isUsage: false }): void {
	telling.flush();
	if (!process.connected) process.exit(1);
	process.send?.({ kind: 'failed', message, ...what } satisfies FromServer, () => process.exit(1));
}

/** A third of the time between two looks of the watchdog. */
const beatMs = 150;

/** The watchdog ends this process when a hook blocks it, and when the process that started it is gone. */
function startWatchdog(): void {
	const cells = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
	const data: WatchdogData = { cells };
	setInterval(() => {
		Atomics.add(cells, cell.beat, 1);
		// A breakpoint stops the main thread for as long as its user wants.
		Atomics.store(cells, cell.paused, debuggerUrl() === undefined ? 0 : 1);
	}, beatMs).unref();
	new Worker(new URL('./dev-watchdog.mjs', import.meta.url), { workerData: data }).unref();
}

function main(): void {
	startWatchdog();
	const telling = new Telling();
	let running: Promise<Running> | undefined;
	let swaps: Promise<void> = Promise.resolve();
	let isStopping = false;
	const stop = async (): Promise<void> => {
		if (isStopping) return;
		isStopping = true;
		try {
			await (await running)?.server.close();
		} catch (error) {
			fail(telling, messageOf(error));
			return;
		}
		telling.flush();
		process.exit(0);
	};
	const begin = async (args: readonly string[], specs: ServedSpecs): Promise<void> => {
		running = start(args, specs, telling);
		try {
			const { url, kubeconfig } = (await running).server;
			tell({ kind: 'ready', url, kubeconfig });
		} catch (error) {
			fail(telling, messageOf(error), { isUsage: error instanceof FlagError, ...aboutOf(error) });
		}
	};
	process.on('message', (message: ToServer) => {
		if (message.kind === 'start') void begin(message.args, message.specs);
		else if (message.kind === 'stop') void stop();
		else {
			swaps = swaps.then(async () => {
				if (running !== undefined) tell(await swap(await running, message.specs));
			});
		}
	});
	process.on('disconnect', () => void stop());
	// A terminal tells every process of a command: when this one ends is for the one that started it to say.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
	process.on('unhandledRejection', (error) =>
		telling.log().error('a failure that nobody waited for', { error: error instanceof Error ? error.stack : String(error) }),
	);
	process.on('uncaughtException', (error) => fail(telling, `the server stops after an unexpected failure: ${error.stack ?? error.message}`));
}

main();
