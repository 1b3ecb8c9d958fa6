/** Server without its wire protocol: verbs over a real store and cache in a separate folder. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalog } from '../../generated/catalog.ts';
import { verbWorks } from '../../generated/verbs.ts';
import { vocabulary } from '../../generated/vocabulary.ts';
import type { AdmissionPlugin } from '../../runtime/admission/contract.ts';
import type { Authorizer } from '../../runtime/api/authorization.ts';
import { ApiError, statusOf } from '../../runtime/api/errors.ts';
import type { ServedHooks } from '../../runtime/api/hooks.ts';
import { messagesOf, type Rewording } from '../../runtime/api/messages-by-release.ts';
import { parseQuery } from '../../runtime/api/query.ts';
import type { ApiRequest, ApiResponse } from '../../runtime/api/request.ts';
import { type Controller, type ControllerFailure, type ControllerParts, controllerFlags, controllersOf } from '../../runtime/controllers/index.ts';
import { requestInfo } from '../../runtime/http/request-info.ts';
import { kindHooks } from '../../runtime/kinds/index.ts';
import type { ServiceRanges } from '../../runtime/kinds/service/server-facts.ts';
import { Rewriter } from '../../runtime/migration/rewriter.ts';
import type { Catalog, JsonObject } from '../../runtime/model/catalog.ts';
import { narrow } from '../../runtime/schema/emulated-catalog.ts';
import { GivenFlags } from '../../runtime/server/flags/flag-values.ts';
import { itemForms } from '../../runtime/serving/item-form.ts';
import { openSqliteStore } from '../../runtime/storage/sqlite/open.ts';
import type { VerbContext } from '../../runtime/verbs/contract.ts';
import { verbHandlers } from '../../runtime/verbs/index.ts';
import { openCache } from '../../runtime/watch/cache.ts';
import { stringify } from '../../runtime/wire/json/text.ts';
import { emptiedAtOnce } from '../setup/emptied-at-once.ts';
import { asWritten, testContext } from './context.ts';
import { kindParts } from './kind-parts.ts';

export interface Answer {
	readonly status: number;
	readonly body: Loose;
	readonly text: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly warnings: readonly string[];
}

/** Untyped answer. */
// biome-ignore lint/suspicious/noExplicitAny: a test reads fields that it expects; a wrong one fails the test
export type Loose = any;

export interface Call {
	readonly body?: JsonObject | string | Buffer;
	readonly type?: string;
	readonly accept?: string;
	/** User agent of the client. */
	readonly agent?: string;
}

export interface TestServer {
	readonly context: VerbContext;
	readonly failures: ControllerFailure[];
	call(method: string, url: string, call?: Call): Promise<Answer>;
	/**
	 * Stops and starts on the same data with these controllers. `between` may change the database in between, and the advertised address
	 * may change.
	 */
	restart(controllers: readonly Controller[], between?: (databasePath: string) => void, advertisedAddress?: string): Promise<void>;
	close(): Promise<void>;
}

export const admin = { name: 'admin', uid: '', groups: ['system:masters', 'system:authenticated'], extra: {} };

export async function testServer({
	release = catalog.release,
	gates = {},
	chosen = [],
	authorizer,
	plugins,
	specs = catalog,
	hooks = {},
	services = {},
	advertisedAddress,
	parts = {},
}: {
	readonly release?: string;
	readonly gates?: Readonly<Record<string, boolean>>;
	readonly chosen?: readonly Controller[];
	readonly authorizer?: Authorizer;
	/** Admission plugins; those of the server when absent. */
	readonly plugins?: readonly AdmissionPlugin[];
	/** Catalog; the generated one when absent. */
	readonly specs?: Catalog;
	/** Hooks by storage name, in addition to those of the server. */
	readonly hooks?: Readonly<Record<string, ServedHooks>>;
	/** Ranges for addresses and ports of services that differ from the defaults. */
	readonly services?: Partial<ServiceRanges>;
	/** Address at which others reach the server; absent when they do not. */
	readonly advertisedAddress?: string;
	/** Parts for controllers, in addition to those of the fixture. */
	readonly parts?: Partial<ControllerParts>;
} = {}): Promise<TestServer> {
	const folder = await mkdtemp(join(tmpdir(), 'orch-write-'));
	const failures: ControllerFailure[] = [];
	const emulated = { release, gates, authorizer, plugins, specs, hooks, services, parts };
	let open = await start(folder, { ...emulated, advertisedAddress }, chosen, failures);
	return {
		get context() {
			return open.context;
		},
		failures,
		call: (method, url, call = {}) => send(open.context, open.handle, method, url, call),
		async restart(controllers, between, elsewhere = advertisedAddress) {
			await open.stop();
			between?.(join(folder, 'orch.db'));
			open = await start(folder, { ...emulated, advertisedAddress: elsewhere }, controllers, failures);
		},
		async close() {
			await open.stop();
			await rm(folder, { recursive: true });
		},
	};
}

interface Emulated {
	readonly release: string;
	readonly gates: Readonly<Record<string, boolean>>;
	readonly authorizer: Authorizer | undefined;
	readonly plugins: readonly AdmissionPlugin[] | undefined;
	readonly specs: Catalog;
	readonly hooks: Readonly<Record<string, ServedHooks>>;
	readonly services: Partial<ServiceRanges>;
	readonly advertisedAddress: string | undefined;
	readonly parts: Partial<ControllerParts>;
}

async function start(
	folder: string,
	{ release, gates, authorizer, plugins, specs, hooks: added, services, advertisedAddress, parts }: Emulated,
	chosen: readonly Controller[],
	failures: ControllerFailure[],
) {
	const store = await openSqliteStore({ path: join(folder, 'orch.db'), vocabulary: vocabulary.name, onReport: () => undefined });
	const served = narrow(specs, release, gates);
	const cache = await openCache(store, { shown: asWritten(itemForms(served)) });
	const kinds = kindParts({ release, gates, services });
	const hooks = { ...kindHooks(vocabulary, kinds), ...added };
	const context = await testContext({ catalog: served, store, cache, hooks, ...(authorizer && { authorizer }), ...(plugins && { plugins }) });
	const running = controllersOf(
		{
			verbs: context,
			flags: new GivenFlags(controllerFlags),
			kinds,
			rewriter: new Rewriter(() => context),
			securePort: () => 6443,
			advertisedAddress,
			rootCertificate: 'PEM',
			report: (failure) => failures.push(failure),
			...parts,
		},
		emptiedAtOnce(chosen),
	);
	for (const hook of running.hooks) await hook.run();
	return {
		context,
		handle: verbHandlers(verbWorks, context),
		async stop() {
			await running.stop();
			await cache.close();
			await store.close();
		},
	};
}

export async function send(
	context: VerbContext,
	handle: ReturnType<typeof verbHandlers>,
	method: string,
	url: string,
	{ body, type, accept, agent }: Call,
): Promise<Answer> {
	const [path = '', query = ''] = url.split('?');
	const bytes = body === undefined ? Buffer.alloc(0) : typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.from(stringify(body));
	const headers: Readonly<Record<string, string | undefined>> = { 'content-type': type, accept, 'user-agent': agent };
	const request: ApiRequest = {
		method,
		path,
		query,
		parameters: () => parseQuery(query),
		header: (name) => headers[name],
		headersBeginning: (prefix) => Object.entries(headers).filter(([name]) => name.startsWith(prefix)) as [string, string][],
		body: async () => bytes,
		signal: new AbortController().signal,
		peer: undefined,
		info: { isResource: false, verb: '' },
		user: admin,
		warnings: [],
	};
	const words = messagesOf(context.catalog.release);
	const response = await answered(words, async () => {
		request.info = requestInfo(request, context.ofNamespaces);
		if (request.info.isResource) request.endpoint = context.endpoint(request.info);
		return handle(request);
	});
	const text = await textOf(response);
	const isJson = (response.headers['content-type'] ?? '').includes('json');
	return {
		status: response.status,
		body: isJson ? JSON.parse(text) : undefined,
		text,
		headers: response.headers,
		warnings: request.warnings.map((text) => words(text)),
	};
}

async function answered(words: Rewording, run: () => Promise<ApiResponse>): Promise<ApiResponse> {
	try {
		return await run();
	} catch (error) {
		const failure = ApiError.from(error);
		if (!(error instanceof ApiError) && failure.reason === 'InternalError') throw error;
		const { reason, message, details } = statusOf(failure, words) as Pick<ApiError, 'reason' | 'message' | 'details'>;
		return { status: failure.code, headers: { 'content-type': 'application/json' }, body: JSON.stringify({ reason, message, details }) };
	}
}

async function textOf({ body }: ApiResponse): Promise<string> {
	if (typeof body === 'string') return body;
	if (Buffer.isBuffer(body)) return body.toString();
	if (Array.isArray(body)) return Buffer.concat(body).toString();
	const pieces: Buffer[] = [];
	for await (const piece of body as AsyncIterable<Buffer>) pieces.push(Buffer.from(piece));
	return Buffer.concat(pieces).toString();
}
