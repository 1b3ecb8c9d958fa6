/** Starts one serving stack in this process, over its own store, with the test's additions to the registries. */
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalog as builtIn } from '../../generated/catalog.ts';
import { docs } from '../../generated/docs.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import type { AuditBackend } from '../../runtime/auth/audit/contract.ts';
import type { AuthorizerRow } from '../../runtime/auth/authz/contract.ts';
import { controllers as allControllers, type Controller } from '../../runtime/controllers/index.ts';
import type { ServedDefinitions } from '../../runtime/custom/served-definitions.ts';
import type { Catalog } from '../../runtime/model/catalog.ts';
import { readCatalogs } from '../../runtime/server/catalogs.ts';
import { readFlags, type ServerOptions } from '../../runtime/server/flags/read.ts';
import { type OwnKeys, openSecurity } from '../../runtime/server/open-security.ts';
import { openStore } from '../../runtime/server/open-store.ts';
import { chosenRows } from '../../runtime/server/registries.ts';
import { Steps } from '../../runtime/server/start-durations.ts';
import { startStack } from '../../runtime/server/start-stack.ts';
import type { Snapshots } from '../../runtime/serving/snapshots.ts';
import type { Store } from '../../runtime/storage/store.ts';
import type { Log } from '../../runtime/telemetry/log.ts';
import type { WatchCache } from '../../runtime/watch/contract.ts';
import { emptiedAtOnce } from '../setup/emptied-at-once.ts';
import { type Answer, call } from '../setup/server.ts';
import { largeThread as largeThreadFile } from '../setup/thread-files.ts';
import { firstLines } from './watching.ts';

export interface Added {
	/** Catalog of all releases. */
	readonly catalog?: Catalog;
	/** Stack whose store and keys the new stack shares; both must be `shared`. */
	readonly beside?: TestStack;
	/** True when others write to the store. */
	readonly shared?: boolean;
	/** Flags of the command line. */
	readonly args?: readonly string[];
	/** Controllers that replace those of the server. */
	readonly controllers?: readonly Controller[];
	/** Authorizer asked before those of the server. */
	readonly authorizer?: AuthorizerRow;
	readonly audit?: AuditBackend;
	/** True when a separate thread handles large requests, as in a built server. */
	readonly largeThread?: true;
	/** Admission plugins that run after those of the server. */
	readonly plugins?: readonly AdmissionPlugin[];
	readonly onListening?: (url: string) => Promise<void>;
}

export interface Said {
	readonly level: string;
	readonly message: string;
	readonly fields: Readonly<Record<string, unknown>>;
}

export interface TestStack {
	readonly url: string;
	readonly credentials: { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer };
	/** Store of the stack, unwrapped. */
	readonly store: Store;
	readonly tls: OwnKeys;
	/** Serving snapshots, to read the current one or swap it. */
	readonly snapshots: Snapshots;
	/** Kinds that are defined at run time. */
	readonly definitions: ServedDefinitions;
	/** Counts of stored rows. */
	readonly rows: Pick<WatchCache, 'count' | 'written'>;
	/** Log entries of level warning or worse. */
	readonly logged: readonly Said[];
	/** Sends one request as the administrator. */
	ask(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
	/** Sends one request without credentials. */
	askAnonymously(method: string, path: string): Promise<Answer>;
	/** Resolves when the collection has an object of this name. */
	watchUntil(collection: string, name: string): Promise<void>;
	/** Resolves when the path answers with this status; repeats the request at each change of a namespace. */
	untilStatus(path: string, status: number): Promise<void>;
	untilLogged(fits: (said: Said) => boolean): Promise<Said>;
	close(): Promise<void>;
}

export async function startTestStack({
	catalog = builtIn,
	beside,
	shared = false,
	args = [],
	controllers = allControllers,
	authorizer,
	audit,
	plugins = [],
	largeThread,
	onListening,
}: Added = {}): Promise<TestStack> {
	const dataDir = await mkdtemp(join(tmpdir(), 'orch-stack-'));
	const { options } = readFlags(['--data-dir', dataDir, '--secure-port', '0', ...args]) as { options: ServerOptions };
	const generated = { catalog, vocabulary, docs: async () => docs, rootHooks: {}, rootGroups: {}, ...(largeThread && { largeThread: largeThreadFile }) };
	const { log, logged, untilLogged } = recordingLog();
	const store = beside?.store ?? (await openStore(options, dataDir, generated, { onFatal: () => undefined, onReport: () => undefined }));
	const tls = beside?.tls ?? (await openSecurity(options, dataDir, vocabulary));
	const rows = chosenRows(options);
	const end = async (): Promise<void> => {
		if (beside === undefined) await store.close();
		await rm(dataDir, { recursive: true });
	};
	const stack = await startStack({
		options,
		generated,
		catalogs: readCatalogs(options, generated),
		rows: {
			...rows,
			controllers: emptiedAtOnce(controllers),
			authorizers: authorizer === undefined ? rows.authorizers : [authorizer, ...rows.authorizers],
			auditBackends: audit === undefined ? [] : [audit],
			admissionPlugins: [...rows.admissionPlugins, ...plugins],
		},
		store,
		storeFailed: new AbortController().signal,
		shared: shared || beside !== undefined,
		tls,
		log,
		onFatal: () => undefined,
		...(onListening && { onListening }),
		steps: new Steps(),
	}).catch(async (error: unknown) => {
		await end();
		throw error;
	});
	const ca = Buffer.from(tls.authority);
	const credentials = { ca, cert: Buffer.from(tls.keys.admin.cert), key: Buffer.from(tls.keys.admin.key) };
	const ask: TestStack['ask'] = (method, path, body, headers) => call(stack.url, credentials, method, path, body, headers);
	const revisionOf = async (path: string): Promise<string> =>
		((await ask('GET', path)).json() as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
	return {
		url: stack.url,
		credentials,
		store,
		tls,
		snapshots: stack.snapshots,
		definitions: stack.definitions,
		rows: stack.rows,
		logged,
		ask,
		askAnonymously: (method, path) => call(stack.url, { ca }, method, path),
		async watchUntil(collection, name) {
			// Revision 0 includes an object that already exists.
			await firstLines(`${stack.url}${collection}?watch=1&resourceVersion=0&fieldSelector=metadata.name%3D${name}`, credentials, 1);
		},
		async untilStatus(path, status) {
			for (;;) {
				const from = await revisionOf('/api/v1/namespaces');
				if ((await ask('GET', path)).status === status) return;
				await firstLines(`${stack.url}/api/v1/namespaces?watch=1&resourceVersion=${from}`, credentials, 1);
			}
		},
		untilLogged,
		async close() {
			await stack.close();
			await end();
		},
	};
}

function recordingLog(): { log: Log; logged: readonly Said[]; untilLogged: TestStack['untilLogged'] } {
	const logged: Said[] = [];
	const said = new EventEmitter();
	const keep =
		(level: string) =>
		(message: string, fields: object = {}): void => {
			logged.push({ level, message, fields: { ...fields } });
			said.emit('said');
		};
	return {
		log: { error: keep('error'), warn: keep('warn'), info: () => undefined, debug: () => undefined },
		logged,
		async untilLogged(fits) {
			for (;;) {
				const found = logged.find(fits);
				if (found !== undefined) return found;
				await once(said, 'said', { signal: AbortSignal.timeout(10_000) });
			}
		},
	};
}
