/** The way of a request from the listener to its answer: filters, then the routes, and the metrics that count both. */

import type { Handler } from '../api/request.ts';
import { statusEncoder } from '../codec/status.ts';
import { apiGroupList, servedGroups } from '../documents/discovery.ts';
import { type VersionDocument, versionDocument } from '../documents/version.ts';
import { chain } from '../filters/chain.ts';
import type { Attempts } from '../filters/with-authentication.ts';
import type { InFlight } from '../filters/with-overload-protection.ts';
import { discovery } from '../http/endpoints/discovery.ts';
import { respondHealth } from '../http/endpoints/health.ts';
import type { Lifecycle } from '../http/endpoints/lifecycle.ts';
import { openApi } from '../http/endpoints/openapi.ts';
import { router } from '../http/endpoints/router.ts';
import { versionResponse } from '../http/endpoints/version.ts';
import { requestInfo } from '../http/request-info.ts';
import { requestFamilies, storedObjects } from '../http/server-metrics.ts';
import { versionPath } from '../model/api-version.ts';
import type { Catalog } from '../model/catalog.ts';
import { buildInfo } from '../telemetry/build-info.ts';
import { Exposition } from '../telemetry/exposition.ts';
import type { MetricFamily } from '../telemetry/family.ts';
import type { Log } from '../telemetry/log.ts';
import { processMetrics } from '../telemetry/process.ts';
import { RequestMetrics } from '../telemetry/requests.ts';
import type { VerbContext } from '../verbs/contract.ts';
import { verbHandlers } from '../verbs/index.ts';
import type { ServerOptions } from './flags/read.ts';
import type { Generated } from './generated.ts';
import type { Security } from './start-security.ts';

export interface PathParts {
	readonly options: ServerOptions;
	readonly generated: Generated;
	readonly context: VerbContext;
	/** What discovery and OpenAPI show. */
	readonly shown: Catalog;
	readonly security: Security;
	readonly lifecycle: Lifecycle;
	readonly log: Log;
	/** `host:port` of this server, known when it listens. */
	readonly serverAddress: () => string;
	/** Of the parts that keep figures of their own. */
	readonly families: readonly MetricFamily[];
}

export interface RequestPath {
	readonly handler: Handler;
	/** All figures of the stack, as `/metrics` shows them. */
	readonly metrics: readonly MetricFamily[];
}

export function requestPath(parts: PathParts): RequestPath {
	const { options, security, context, log } = parts;
	const inFlight: InFlight = { reading: 0, mutating: 0 };
	const attempts: Attempts = { success: 0, failure: 0 };
	const about = versionDocument({ release: context.catalog.release, build: parts.generated.vocabulary.name });
	const recorder = requestMetrics(context);
	const metrics = [...recorder.families(), ...requestFamilies(inFlight, attempts), ...familiesOf(parts, about)];
	const handler = chain(
		{
			encodeStatus: statusEncoder(context).encodeStatus,
			onUnexpected: (error, request) =>
				log.error('a request failed unexpectedly', {
					method: request.method,
					path: request.path,
					error: error instanceof Error ? error.stack : String(error),
				}),
			recorder,
			parse: requestInfo,
			authenticate: security.authenticate,
			authorizer: security.authorizer,
			auditDomain: parts.generated.vocabulary.groupDomain,
			audit: security.audit,
			attempts,
			inFlight,
			limits: { reading: options.maxRequestsInflight, mutating: options.maxMutatingRequestsInflight },
			watches: { open: 0 },
			maxWatches: options.maxWatches,
			requestTimeoutMs: options.requestTimeoutMs,
		},
		routes(parts, about, metrics),
	);
	return { handler, metrics };
}

function requestMetrics(context: VerbContext): RequestMetrics {
	return new RequestMetrics({
		describe: (group, version, plural) => {
			const resource = context.resource(group, version, plural);
			return resource === undefined ? undefined : { removedRelease: resource.deprecation === undefined ? undefined : (resource.version.removed ?? '') };
		},
	});
}

function familiesOf({ context, generated, families }: PathParts, about: VersionDocument): readonly MetricFamily[] {
	return [
		...(context.watchMetrics?.families() ?? []),
		storedObjects(context.catalog, context.cache),
		...families,
		buildInfo(generated.vocabulary.product, about),
		...processMetrics(),
	];
}

function routes({ context, shown, generated, lifecycle, log, serverAddress }: PathParts, about: VersionDocument, metrics: readonly MetricFamily[]): Handler {
	const { vocabulary } = generated;
	const exposition = new Exposition([metrics]);
	const health = lifecycle.endpoints();
	const version = versionResponse(about);
	return router(
		verbHandlers(context),
		{
			discovery: discovery({ catalog: shown, vocabulary, serverAddress }),
			openApi: openApi({ input: async () => ({ catalog: shown, docs: await generated.docs(), vocabulary }) }),
			version: () => version,
			metrics: async () => {
				const { contentType, text } = await exposition.read();
				return { status: 200, headers: { 'content-type': contentType }, body: text };
			},
			health: (request, endpoint, check) => respondHealth(request, health[endpoint], check, (sentence) => log.warn(sentence)),
		},
		() => groupVersionPaths(shown),
	);
}

function groupVersionPaths(catalog: Catalog): string[] {
	const versions = servedGroups(catalog).flatMap(({ group, versions }) => versions.map(({ version }) => versionPath({ group, version })));
	return [...apiGroupList(catalog).groups.map(({ name }) => `/apis/${name}`), ...versions];
}
