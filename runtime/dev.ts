/**
 * Server process of `orch dev`. Its parent sends the specs, and sends them again whenever specs or hook files change. Log lines and
 * requests are sent to the parent. The process ends with its parent, and when a hook blocks it (`dev-watchdog.ts`).
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

/** Time for which lines are batched, so that many requests become few messages. */
const gatherMs = 25;
/** Maximum number of lines in a message. No one can read more in that time, so further lines are dropped. */
const mostLines = 200;

/** Batcher of log lines for the parent process. */
class LogBatcher {
	#lines: SaidLine[] = [];
	#omitted = 0;
	#timer: NodeJS.Timeout | undefined;

	line(line: SaidLine): void {
		// Errors are never omitted.
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

	/** Returns the log. It includes requests of clients and excludes requests that the server sends to itself. */
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

/** Sends a message to the parent process. Does nothing when the parent has ended. */
function tell(message: FromServer): void {
	if (process.connected) process.send?.(message);
}

/** Converts fields to values that can be sent between processes. */
function plain(fields: object): Readonly<Record<string, unknown>> {
	return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, typeof value === 'object' && value !== null ? JSON.stringify(value) : value]));
}

/** Received specs in the form that a server takes, and the hook modules loaded so far, one for each file. */
class Specs {
	readonly #modules = new Map<string, unknown>();
	/** All types received so far, each in its newest form. */
	readonly #types = new Map<TypeName, TypeDescriptor>();
	readonly #docs = new Map<TypeName, TypeDocs[TypeName]>();
	/** Descriptions of the types that are served. */
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

async function start(args: readonly string[], given: ServedSpecs, telling: LogBatcher): Promise<Running> {
	const options = optionsOf(args);
	const specs = new Specs();
	const { docs, ...read } = await specs.read(given);
	specs.docs = docs;
	const generated: Generated = { ...read, vocabulary, docs: async () => specs.docs };
	const onFatal = (error: Error): void => fail(telling, `server stopped, because acknowledged writes can no longer be stored: ${error.message}`);
	const server = await startServer(options, generated, { log: telling.log(), onFatal });
	return { server, reload: new Reload(options, server, generated), specs };
}

function optionsOf(args: readonly string[]): ServerOptions {
	const command = readFlags(args);
	if (command.kind !== 'serve') throw new FlagError(`--${command.kind} is asked of npx orch serve`);
	return command.options;
}

/** Replaces the served specs. Calls must not overlap, because each builds on the specs of the previous one. */
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

/** Returns the resource that the error names, if any. */
function aboutOf(error: unknown): { readonly about?: string } {
	return error instanceof UnknownVersionError ? { about: error.resource } : {};
}

function messageOf(error: unknown): string {
	return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, ' ');
}

/** Reports a fatal error to the parent and exits, because the state is undefined. */
function fail(telling: LogBatcher, message: string, what: { readonly isUsage: boolean; readonly about?: string } = { isUsage: false }): void {
	telling.flush();
	if (!process.connected) process.exit(1);
	process.send?.({ kind: 'failed', message, ...what } satisfies FromServer, () => process.exit(1));
}

/** Interval of heartbeats: a third of the watchdog's interval. */
const beatMs = 150;

/** Starts the watchdog, which ends this process when a hook blocks it or its parent is gone. */
function startWatchdog(): void {
	const cells = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
	const data: WatchdogData = { cells };
	setInterval(() => {
		Atomics.add(cells, cell.beat, 1);
		// A breakpoint may stop the main thread for any time.
		Atomics.store(cells, cell.paused, debuggerUrl() === undefined ? 0 : 1);
	}, beatMs).unref();
	new Worker(new URL('./dev-watchdog.mjs', import.meta.url), { workerData: data }).unref();
}

function main(): void {
	startWatchdog();
	const telling = new LogBatcher();
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
	// A terminal signals every process of a command; the parent decides when this process ends.
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
	process.on('unhandledRejection', (error) =>
		telling.log().error('unhandled promise rejection', { error: error instanceof Error ? error.stack : String(error) }),
	);
	process.on('uncaughtException', (error) => fail(telling, `server stopped after an uncaught exception: ${error.stack ?? error.message}`));
}

main();
