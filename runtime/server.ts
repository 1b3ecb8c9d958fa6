/**
 * The composition root: opens the parts in order and puts them together. Nothing is decided here that a part could decide.
 *
 *     store -> watch cache -> verbs -> filters -> listener, and controllers beside them
 */
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { admissionChain } from './admission/chain.ts';
import type { Handler } from './api/request.ts';
import { authenticator } from './auth/authn/authenticator.ts';
import { userOfPeer } from './auth/authn/client-certificate.ts';
import { readTokens, type TokenLookup } from './auth/authn/static-tokens.ts';
import { alwaysOpen } from './auth/authz/always-open.ts';
import { firstOpinion } from './auth/authz/authorizer.ts';
import { forbidden } from './auth/authz/forbidden.ts';
import { authorizersOf } from './auth/authz/modes.ts';
import { privileged } from './auth/authz/privileged-group.ts';
import { readIfThere, writePrivateFile } from './auth/pki/files.ts';
import { kubeconfig } from './auth/pki/kubeconfig.ts';
import { openServing, reachableHost, type Serving } from './auth/pki/serving.ts';
import { statusEncoder } from './codec/status.ts';
import type { ControllerContext } from './controllers/contract.ts';
import { chosenControllers, startControllers } from './controllers/index.ts';
import { apiGroupList, servedGroups } from './documents/discovery.ts';
import { versionDocument } from './documents/version.ts';
import { chain } from './filters/chain.ts';
import type { Attempts } from './filters/with-authentication.ts';
import type { InFlight } from './filters/with-overload-protection.ts';
import type { ServerOptions } from './flags.ts';
import { discovery } from './http/endpoints/discovery.ts';
import { respondHealth } from './http/endpoints/health.ts';
import { Lifecycle } from './http/endpoints/lifecycle.ts';
import { openApi } from './http/endpoints/openapi.ts';
import { router } from './http/endpoints/router.ts';
import { versionResponse } from './http/endpoints/version.ts';
import { type Listener, listen } from './http/listener.ts';
import { requestInfo } from './http/request-info.ts';
import { requestFamilies, storedObjects } from './http/server-metrics.ts';
import { kindHooks } from './kinds/index.ts';
import type { Catalog, TypeDocs } from './model/catalog.ts';
import type { Vocabulary } from './model/vocabulary.ts';
import { compile } from './schema/compile.ts';
import { gatesAt, narrow } from './schema/release.ts';
import { servedResources } from './serving/resources.ts';
import { servedCatalog } from './serving/runtime-config.ts';
import { makeDataFolder } from './storage/data-folder.ts';
import { openSqliteStore } from './storage/sqlite/open.ts';
import { databaseSize } from './storage/sqlite/size.ts';
import type { Store } from './storage/store.ts';
import { buildInfo } from './telemetry/build-info.ts';
import type { MetricFamily } from './telemetry/family.ts';
import type { Log } from './telemetry/log.ts';
import { processMetrics } from './telemetry/process.ts';
import { RequestMetrics } from './telemetry/requests.ts';
import type { VerbContext } from './verbs/contract.ts';
import { verbHandlers } from './verbs/index.ts';
import { WatchMetrics } from './verbs/watch/metrics.ts';
import { rewriteStoredVersions } from './verbs/write/stored-versions.ts';
import { openCache } from './watch/cache.ts';
import type { WatchCache } from './watch/contract.ts';
import { withYoungGenerationKept } from './young-generation.ts';

/** What the generator made of the specs. */
export interface Generated {
	readonly catalog: Catalog;
	readonly vocabulary: Vocabulary;
	/** Only who shows descriptions loads them. */
	readonly docs: () => Promise<TypeDocs>;
	/** SQL of the reporting views over the objects, where there is one. */
	readonly views?: string;
}

export interface RunningServer {
	/** `https://host:port`. */
	readonly url: string;
	readonly port: number;
	/** Path of the administrator's kubeconfig. */
	readonly kubeconfig: string;
	/** Milliseconds of each step of the start. */
	readonly timings: Readonly<Record<string, number>>;
	/** Stops accepting, ends watches, lets requests finish, closes the store. */
	close(): Promise<void>;
}

export interface StartContext {
	readonly log: Log;
	/** Nothing can be acknowledged any more: say so and exit at once. */
	readonly onFatal: (error: Error) => void;
}

/** Requests that are under way when the server drains get this long beyond the time that any may take. */
const drainBeyondMs = 5_000;

const bootstrapHook = 'bootstrap-system-namespaces';

/** Rejects with an Error whose message is one sentence for the user; what was opened is closed again. */
export async function startServer(options: ServerOptions, generated: Generated, { log, onFatal }: StartContext): Promise<RunningServer> {
	const steps = new Steps();
	const lifecycle = new Lifecycle({ livezGraceMs: options.livezGracePeriodMs, startHooks: [bootstrapHook] });
	const catalog = narrow(generated.catalog, options.emulatedVersion ?? generated.catalog.release, options.featureGates);
	const served = servedCatalog(catalog, options.runtimeConfig);
	const authorizers = authorizersOf(options.authorizationMode);
	const wanted = chosenControllers(options.controllers);
	const dataDir = await makeDataDir(options.dataDir);
	const undo: (() => Promise<void>)[] = [];
	try {
		// The database opens in its own thread, while this one reads keys.
		const database = databasePath(options.datastore, dataDir);
		const opening = openSqliteStore({
			path: database,
			vocabulary: generated.vocabulary.name,
			...(generated.views !== undefined && { views: generated.views }),
			onFatal: (error) => {
				lifecycle.storageFailed(error.message);
				onFatal(error);
			},
		});
		// Its failure is seen where it is awaited.
		opening.catch(() => undefined);
		undo.push(async () => (await opening).close());
		const serving = await openServing({ ...options, folder: join(dataDir, 'pki'), vocabulary: generated.vocabulary });
		const tokens = await readTokenFile(options, log);
		steps.done('keys');
		const store = await opening;
		steps.done('store');
		await rewriteStored(generated, catalog, store, log);
		const onRetentionError = (error: unknown) => log.warn('the history could not be shortened and is tried again', { error: String(error) });
		const cache = await withYoungGenerationKept(() => openCache(store, { onRetentionError }));
		undo.push(() => cache.close());
		steps.done('cache');
		const context = verbContext({ catalog, served, vocabulary: generated.vocabulary, store, cache, options });
		const running = await startControllers(controllerContext(context, serving, log), wanted);
		undo.push(() => running.stop());
		lifecycle.done(bootstrapHook);
		steps.done('controllers');
		const address = { port: 0 };
		const handler = requestPath({
			options,
			context,
			served,
			generated,
			tokens,
			authorizers,
			lifecycle,
			log,
			address,
			otherMetrics: [...running.metrics, ...databaseSize(database)],
		});
		const listener = await openListener(options, serving, handler, log);
		address.port = listener.port;
		undo.push(() => listener.drain(options.requestTimeoutMs + drainBeyondMs));
		steps.done('listener');
		const url = `https://${urlHost(options)}:${listener.port}`;
		const path = join(dataDir, 'kubeconfig');
		await writeKubeconfig(path, url, generated.vocabulary, serving);
		steps.done('kubeconfig');
		log.debug('started', steps.all);
		return { url, port: listener.port, kubeconfig: path, timings: steps.all, close: () => shutDown(options, lifecycle, undo) };
	} catch (error) {
		// What cannot be closed after a failure is of no interest beside the failure.
		await unwind(undo).catch(() => undefined);
		throw error;
	}
}

/** Rules and hooks stay out of it: what is stored was accepted once. */
async function rewriteStored(generated: Generated, catalog: Catalog, store: Store, log: Log): Promise<void> {
	const lookup = (of: Catalog) => servedResources(of, compile(of), {});
	let all: ReturnType<typeof lookup> | undefined;
	const count = await rewriteStoredVersions({
		store,
		kinds: generated.catalog.kinds,
		now: lookup(catalog),
		ever: () => {
			all ??= lookup(generated.catalog);
			return all;
		},
	});
	if (count > 0) log.warn('objects were rewritten in the version in which their kind is stored now', { count });
}

interface Parts {
	readonly catalog: Catalog;
	readonly served: Catalog;
	readonly vocabulary: Vocabulary;
	readonly store: Store;
	readonly cache: WatchCache;
	readonly options: ServerOptions;
}

/** What the verbs work with. What `--runtime-config` switches off stays known by storage name, so that controllers still see it. */
function verbContext({ catalog, served, vocabulary, store, cache, options }: Parts): VerbContext {
	const schemas = compile(catalog);
	const hooks = kindHooks(vocabulary, gatesAt(catalog.gates, catalog.release, options.featureGates));
	const { stored, resource: known } = servedResources(catalog, schemas, hooks);
	const shown = new Set(served.kinds.flatMap((kind) => kind.versions.map(({ group, version }) => `${group}/${version}/${kind.plural}`)));
	const resource: VerbContext['resource'] =
		served === catalog ? known : (group, version, plural) => (shown.has(`${group}/${version}/${plural}`) ? known(group, version, plural) : undefined);
	const admission = admissionChain({ vocabulary, cache }, { enable: options.enableAdmissionPlugins, disable: options.disableAdmissionPlugins });
	return { catalog, schemas, vocabulary, store, cache, resource, stored, admission, watchMetrics: new WatchMetrics() };
}

function controllerContext(verbs: VerbContext, { authority }: Serving, log: Log): ControllerContext {
	return {
		verbs,
		rootCertificate: authority,
		report: ({ controller, subject, error }) =>
			log.warn('a controller failed and will try again', { controller, subject, error: error instanceof Error ? error.message : String(error) }),
	};
}

interface PathParts {
	readonly options: ServerOptions;
	readonly context: VerbContext;
	readonly served: Catalog;
	readonly generated: Generated;
	readonly tokens: readonly TokenLookup[];
	readonly authorizers: ReturnType<typeof authorizersOf>;
	readonly lifecycle: Lifecycle;
	readonly log: Log;
	readonly address: { readonly port: number };
	readonly otherMetrics: readonly MetricFamily[];
}

/** Filters, then the routes. */
function requestPath({ options, context, served, generated, tokens, authorizers, lifecycle, log, address, otherMetrics }: PathParts): Handler {
	const inFlight: InFlight = { reading: 0, mutating: 0 };
	const attempts: Attempts = { success: 0, failure: 0 };
	const about = versionDocument({ release: context.catalog.release, build: generated.vocabulary.name });
	const metrics = new RequestMetrics({
		describe: (group, version, plural) => {
			const resource = context.resource(group, version, plural);
			return resource === undefined ? undefined : { removedRelease: resource.deprecation === undefined ? undefined : (resource.version.removed ?? '') };
		},
		families: [
			...requestFamilies(inFlight, attempts),
			...(context.watchMetrics?.families() ?? []),
			storedObjects(context.catalog, context.cache),
			...otherMetrics,
			buildInfo(generated.vocabulary.product, about),
			...processMetrics(),
		],
	});
	const health = lifecycle.endpoints();
	const version = versionResponse(about);
	const routes = router(
		verbHandlers(context),
		{
			discovery: discovery({ catalog: served, vocabulary: generated.vocabulary, serverAddress: () => `${urlHost(options)}:${address.port}` }),
			openApi: openApi({ input: async () => ({ catalog: served, docs: await generated.docs(), vocabulary: generated.vocabulary }) }),
			version: () => version,
			metrics: (request) => metrics.respond(request),
			health: (request, endpoint, check) => respondHealth(request, health[endpoint], check, (sentence) => log.warn(sentence)),
		},
		() => groupVersionPaths(served),
	);
	return chain(
		{
			encodeStatus: statusEncoder(context).encodeStatus,
			onUnexpected: (error, request) =>
				log.error('a request failed unexpectedly', { method: request.method, path: request.path, error: error instanceof Error ? error.stack : String(error) }),
			recorder: metrics,
			parse: requestInfo,
			authenticate: authenticator({ tokens, anonymous: options.anonymousAuth }),
			authorize: firstOpinion([privileged, alwaysOpen, ...authorizers]),
			forbidden,
			attempts,
			inFlight,
			limits: { reading: options.maxRequestsInflight, mutating: options.maxMutatingRequestsInflight },
			requestTimeoutMs: options.requestTimeoutMs,
		},
		routes,
	);
}

function groupVersionPaths(catalog: Catalog): string[] {
	const versions = servedGroups(catalog).flatMap(({ group, versions }) =>
		versions.map(({ version }) => (group === '' ? `/api/${version}` : `/apis/${group}/${version}`)),
	);
	return [...apiGroupList(catalog).groups.map(({ name }) => `/apis/${name}`), ...versions];
}

async function openListener({ bindAddress, securePort, maxConnections }: ServerOptions, serving: Serving, handler: Handler, log: Log): Promise<Listener> {
	try {
		return await listen({
			tls: serving,
			host: bindAddress,
			port: securePort,
			maxConnections,
			identify: userOfPeer,
			handler,
			onFailure: (error) => log.warn('an answer could not be finished', { error: error instanceof Error ? error.stack : String(error) }),
		});
	} catch (error) {
		throw new Error(listenSentence(error as NodeJS.ErrnoException, bindAddress, securePort), { cause: error });
	}
}

function listenSentence(error: NodeJS.ErrnoException, host: string, port: number): string {
	const at = `${host}:${port}`;
	if (error.code === 'EADDRINUSE') return `${at} is taken by another program: stop it, or choose another port with --secure-port (0 takes a free one)`;
	if (error.code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine: choose another with --bind-address`;
	if (error.code === 'EACCES') return `this user may not listen on ${at}: choose a port above 1023 with --secure-port`;
	return `cannot listen on ${at}: ${error.message}`;
}

async function makeDataDir(path: string): Promise<string> {
	const folder = resolve(path);
	try {
		await makeDataFolder(folder);
	} catch (error) {
		throw new Error(`cannot use ${folder} as --data-dir: ${(error as Error).message}`, { cause: error });
	}
	return folder;
}

/** The engines of the datastore; those that come later are refused by name. */
function databasePath(datastore: string | undefined, dataDir: string): string {
	if (datastore === undefined) return join(dataDir, 'orch.db');
	if (datastore.startsWith('sqlite:') && datastore.length > 'sqlite:'.length) return resolve(datastore.slice('sqlite:'.length));
	throw new Error(`--datastore ${JSON.stringify(datastore.replace(/\/\/[^@/]*@/, '//...@'))} is not supported: this server keeps objects in sqlite:PATH`);
}

async function readTokenFile({ tokenAuthFile }: ServerOptions, log: Log): Promise<TokenLookup[]> {
	if (tokenAuthFile === undefined) return [];
	let text: string;
	try {
		text = await readFile(tokenAuthFile, 'utf8');
	} catch (error) {
		throw new Error(`cannot read --token-auth-file: ${(error as Error).message}`, { cause: error });
	}
	return [readTokens(text, tokenAuthFile, (sentence) => log.warn(sentence))];
}

function urlHost({ bindAddress }: ServerOptions): string {
	const host = reachableHost(bindAddress);
	return host.includes(':') ? `[${host}]` : host;
}

/** Written again only when something in it changed, so that who watches the file is not woken for nothing. */
async function writeKubeconfig(path: string, server: string, vocabulary: Vocabulary, { authority, keys }: Serving): Promise<void> {
	const text = kubeconfig({ name: vocabulary.product, server, authority, admin: keys.admin });
	if ((await readIfThere(path)) !== text) await writePrivateFile(path, text);
}

/** Not ready at once, then (after the time that load balancers need to notice) closed from the outside in. */
async function shutDown({ shutdownDelayMs }: ServerOptions, lifecycle: Lifecycle, undo: (() => Promise<void>)[]): Promise<void> {
	lifecycle.drain();
	if (shutdownDelayMs > 0) await new Promise((done) => setTimeout(done, shutdownDelayMs));
	await unwind(undo);
}

/** Last opened, first closed; one that fails does not keep the others open. */
async function unwind(undo: (() => Promise<void>)[]): Promise<void> {
	const failures: unknown[] = [];
	for (let close = undo.pop(); close !== undefined; close = undo.pop()) {
		try {
			await close();
		} catch (error) {
			failures.push(error);
		}
	}
	if (failures.length > 0) throw failures[0];
}

/** Milliseconds of each step. */
class Steps {
	readonly all: Record<string, number> = {};
	#last = performance.now();

	done(step: string): void {
		const now = performance.now();
		this.all[step] = Math.round((now - this.#last) * 10) / 10;
		this.#last = now;
	}
}
