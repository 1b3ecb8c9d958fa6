/** Request path from the listener to the answer: filters, then routes. Metrics of both are registered here. */

import type { Aggregation } from '../aggregation/aggregation.ts';
import { messagesOf } from '../api/messages-by-release.ts';
import type { ApiRequest, Handler } from '../api/request.ts';
import type { IssuerDocuments } from '../auth/accounts/discovery.ts';
import { apiGroupList, servedGroups } from '../documents/discovery.ts';
import { type VersionDocument, versionDocument } from '../documents/version.ts';
import { chain } from '../filters/chain.ts';
import { FailedAttempts } from '../filters/failed-attempts.ts';
import { identification } from '../filters/identification.ts';
import { loggedRequests } from '../filters/logged-requests.ts';
import type { Attempts } from '../filters/with-authentication.ts';
import { type Authorization, withAuthorization } from '../filters/with-authorization.ts';
import { withCbor } from '../filters/with-cbor.ts';
import type { InFlight } from '../filters/with-overload-protection.ts';
import { type RequestNaming, withRequestInfo } from '../filters/with-request-info.ts';
import { OpenWatches } from '../filters/with-watch-bound.ts';
import type { FairShare } from '../flowcontrol/fair-share.ts';
import type { Counts } from '../flowcontrol/work-estimate.ts';
import { debugEndpoints } from '../http/endpoints/debug.ts';
import { discovery } from '../http/endpoints/discovery.ts';
import { respondHealth } from '../http/endpoints/health.ts';
import { issuerEndpoints } from '../http/endpoints/issuer.ts';
import type { Lifecycle } from '../http/endpoints/lifecycle.ts';
import { OpenApiHashes, openApi } from '../http/endpoints/openapi.ts';
import { router } from '../http/endpoints/router.ts';
import { storageEndpoints } from '../http/endpoints/storage.ts';
import { versionResponse } from '../http/endpoints/version.ts';
import type { HandshakeMetrics } from '../http/handshakes.ts';
import { requestInfo } from '../http/request-info.ts';
import { requestFamilies, storedObjects } from '../http/server-metrics.ts';
import type { Rewriter } from '../migration/rewriter.ts';
import { versionPath } from '../model/api-version.ts';
import type { Catalog } from '../model/catalog.ts';
import { compareReleases } from '../model/release.ts';
import { buildInfo, featuresEnabled, type GateFigure } from '../telemetry/build-info.ts';
import { Exposition } from '../telemetry/exposition.ts';
import type { MetricFamily } from '../telemetry/family.ts';
import type { Log } from '../telemetry/log.ts';
import { maskedUri } from '../telemetry/masked-uri.ts';
import { processMetrics } from '../telemetry/process-metrics.ts';
import { RequestMetrics } from '../telemetry/request-metrics.ts';
import { contentType } from '../telemetry/text-format.ts';
import { type TrpcParts, trpcFamilies, withTrpc } from '../trpc/index.ts';
import type { VerbContext, VerbWorks } from '../verbs/contract.ts';
import { verbHandlers } from '../verbs/index.ts';
import type { ServerOptions } from './flags/read.ts';
import type { Generated } from './generated.ts';
import type { InProcessClient } from './in-process-client.ts';
import { remoteDiscovery, remoteOpenApi } from './remote-documents.ts';
import type { Security } from './start-security.ts';

export interface PathParts {
	readonly options: ServerOptions;
	readonly generated: Generated;
	readonly verbs: VerbWorks;
	readonly rewriter: Rewriter;
	/** Returns the verb context of the current snapshot. */
	readonly contexts: () => VerbContext;
	readonly security: Security;
	/** In-process client, whose requests this request path answers. */
	readonly client: InProcessClient;
	readonly lifecycle: Lifecycle;
	/** Group versions that other servers serve. */
	readonly aggregation: Aggregation;
	/** Discovery documents of the issuer of service account tokens. */
	readonly issuer: () => IssuerDocuments | undefined;
	readonly log: Log;
	/** `host:port` of this server. Known once it listens. */
	readonly serverAddress: () => string;
	/** Undefined when priority and fairness is off. */
	readonly share: FairShare | undefined;
	/** Counters of TLS handshakes, kept by the listener. */
	readonly handshakes: HandshakeMetrics;
	/** Feature gates of the release. */
	readonly gates: readonly GateFigure[];
	/** Metrics of other parts of the server. */
	readonly families: readonly MetricFamily[];
}

export interface RequestPath {
	readonly handler: Handler;
	/** All metrics of the stack, in the order in which `/metrics` shows them. */
	readonly metrics: readonly MetricFamily[];
}

/** Builds a request path for each serving snapshot. A request ends on the path on which it started. Metrics are shared by all snapshots. */
export function requestPath(parts: PathParts): RequestPath {
	const { contexts, options, log } = parts;
	const inFlight: InFlight = parts.share?.inFlight ?? { reading: 0, mutating: 0 };
	const attempts: Attempts = { success: 0, failure: 0 };
	const about = versionDocument({ release: contexts().catalog.release, build: parts.generated.vocabulary.name });
	const recorder = requestMetrics(contexts);
	const trpc = servesTrpc(parts) ? { metrics: { refused: { calls: 0, bytes: 0 } } } : undefined;
	const metrics = [
		...recorder.families(),
		...requestFamilies({ inFlight, attempts, handshakes: parts.handshakes, audit: parts.security.audit?.metrics }),
		...familiesOf(parts, about),
		...(trpc === undefined ? [] : trpcFamilies(trpc.metrics)),
	];
	const { release } = contexts().catalog;
	const showsHidden = options.showHiddenMetrics !== undefined;
	const exposition = new Exposition([metrics], { release, vocabulary: parts.generated.vocabulary, showsHidden, log });
	const kept: LastingState = {
		about,
		recorder,
		exposition,
		inFlight,
		watches: new OpenWatches(),
		attempts,
		failures: new FailedAttempts(),
		hashes: new OpenApiHashes(),
	};
	for (const name of exposition.overridden) log.warn(`Hidden metrics (${name}) have been manually overridden, showing this very deprecated metric.`);
	let present = pathOf(parts, contexts(), kept);
	contexts().snapshots.onSwap(() => {
		present = pathOf(parts, contexts(), kept);
	});
	const inJson: Handler = (request) => present(request);
	const handler = parts.gates.some(({ name, isOpen }) => name === cborGate && isOpen) ? withCbor(inJson) : inJson;
	return { handler: trpc === undefined ? handler : withTrpc({ ...trpcParts(parts, kept), ...trpc, handler }), metrics };
}

/** Reports whether `/trpc` is served. It is off by default under another product's vocabulary, because that product has no `/trpc`. */
function servesTrpc({ options, generated }: PathParts): boolean {
	return options.enableTrpc ?? generated.vocabulary.understands !== undefined;
}

function trpcParts({ contexts, security, log }: PathParts, { attempts, failures }: LastingState): Omit<TrpcParts, 'handler' | 'metrics'> {
	const naming: RequestNaming = { parse: (request) => requestInfo(request, contexts().ofNamespaces), find: () => undefined };
	return {
		catalog: () => contexts().shown,
		whoAsks: identification({ audit: security.audit, naming, authenticate: security.authenticate, attempts, failures }),
		onUnexpected: (error, request) => unexpected(log, error, request),
	};
}

function unexpected(log: Log, error: unknown, { method, path, query }: ApiRequest): void {
	log.error('request failed unexpectedly', { method, uri: maskedUri(path, query), error: error instanceof Error ? error.stack : String(error) });
}

const cborGate = 'CBORServingAndStorage';

/** State that snapshots share. */
interface LastingState {
	readonly about: VersionDocument;
	readonly recorder: RequestMetrics;
	readonly exposition: Exposition;
	readonly inFlight: InFlight;
	readonly watches: OpenWatches;
	readonly attempts: Attempts;
	readonly failures: FailedAttempts;
	readonly hashes: OpenApiHashes;
}

function pathOf(parts: PathParts, context: VerbContext, kept: LastingState): Handler {
	const { options, security, log } = parts;
	const { recorder, inFlight, attempts, failures, watches } = kept;
	const routed = routes(parts, context, kept);
	const naming: RequestNaming = { parse: (request) => requestInfo(request, context.ofNamespaces), find: context.endpoint };
	const { authorizer, impersonator, tellsSelectors } = security;
	const authorization: Authorization = { authorizer, tellsSelectors, domain: parts.generated.vocabulary.groupDomain };
	parts.client.connect(withRequestInfo(naming)(withAuthorization(authorization)(routed)));
	return chain(
		{
			encodeStatus: context.formats.status.encodeStatus,
			onUnexpected: (error, request) => unexpected(log, error, request),
			recorder: loggedRequests(recorder, log),
			naming,
			authenticate: security.authenticate,
			...authorization,
			impersonator,
			audit: security.audit,
			attempts,
			failures,
			inFlight,
			fairness: parts.share && { share: parts.share, counts: countsOf(context, watches) },
			limits: { reading: options.maxRequestsInflight, mutating: options.maxMutatingRequestsInflight },
			watches,
			maxWatches: options.maxWatches,
			requestTimeoutMs: options.requestTimeoutMs,
			words: messagesOf(context.catalog.release),
		},
		routed,
	);
}

function countsOf({ cache, stored }: VerbContext, watches: OpenWatches): Counts {
	return {
		objects: (group, resource, namespace) => {
			const storageName = `${resource}${group === '' ? '' : `.${group}`}`;
			return stored(storageName) === undefined ? undefined : cache.count(storageName, namespace);
		},
		watchers: (group, resource) => (watches.open === 0 ? 0 : watches.ofResource(`${resource}.${group}`)),
	};
}

function requestMetrics(contexts: () => VerbContext): RequestMetrics {
	return new RequestMetrics({
		namesConnections: () => compareReleases(contexts().catalog.release, '1.27') >= 0,
		describe: (group, version, plural) => {
			const resource = contexts().resource(group, version, plural);
			return resource === undefined ? undefined : { removedRelease: resource.deprecation === undefined ? undefined : (resource.version.removed ?? '') };
		},
	});
}

function familiesOf({ contexts, gates, families }: PathParts, about: VersionDocument): readonly MetricFamily[] {
	return [
		...contexts().watchMetrics.families(),
		...storedObjects(() => contexts().catalog, contexts().cache),
		...families,
		buildInfo(about),
		featuresEnabled(gates),
		...processMetrics(),
	];
}

function routes(
	{ generated, verbs, rewriter, lifecycle, aggregation, issuer, share, log, serverAddress }: PathParts,
	context: VerbContext,
	{ about, exposition, hashes }: LastingState,
): Handler {
	const { vocabulary } = generated;
	const { shown, proxies } = context;
	const merged = aggregation.merged(shown);
	const health = lifecycle.endpoints();
	const version = versionResponse(about);
	return router(
		verbHandlers(verbs, context),
		{
			discovery: discovery({ catalog: () => merged.current(), proxies, remote: remoteDiscovery(aggregation), vocabulary, serverAddress }),
			openApi: openApi({
				input: async () => ({ catalog: shown, docs: await generated.docs(), vocabulary, enums: !shown.closedGates?.has('OpenAPIEnums') }),
				remote: remoteOpenApi(aggregation),
				slices: context.slices,
				hashes,
			}),
			issuer: issuerEndpoints(issuer),
			version: () => version,
			metrics: async () => {
				return { status: 200, headers: { 'content-type': contentType }, body: await exposition.read() };
			},
			debug: debugEndpoints(share),
			storage: storageEndpoints({ cache: context.cache, catalog: context.catalog, ever: generated.catalog, rewriter }),
			health: (request, endpoint, check) => respondHealth(request, health[endpoint], check, (sentence) => log.warn(sentence)),
		},
		() => groupVersionPaths(merged.current()),
		(group, version) => (proxies.size === 0 ? undefined : proxies.get(group)) ?? aggregation.handlerOf(group, version),
	);
}

function groupVersionPaths(catalog: Catalog): string[] {
	const versions = servedGroups(catalog).flatMap(({ group, versions }) => versions.map(({ version }) => versionPath({ group, version })));
	return [...apiGroupList(catalog).groups.map(({ name }) => `/apis/${name}`), ...versions];
}
