/**
 * Procedures of `/trpc`: one per verb of each served resource and subresource, derived from the endpoint table. They describe the input;
 * call.ts runs them.
 */
import { versionPath } from '../model/api-version.ts';
import type { Catalog } from '../model/catalog.ts';
import { type Endpoint, endpointsOf } from '../model/endpoint.ts';
import { procedurePath } from '../model/procedure-path.ts';
import { type Verb, type VerbRecord, verbRecord } from '../model/verb.ts';

export interface Procedure {
	readonly path: readonly string[];
	readonly type: 'query' | 'mutation' | 'subscription';
	readonly method: string;
	/** Path of the group version: `/api/v1` or `/apis/GROUP/VERSION`. */
	readonly root: string;
	readonly endpoint: Endpoint;
	readonly verb: Verb;
	/** Whether the input has a namespace. `may`: without one, all namespaces are meant. */
	readonly namespace: 'none' | 'may' | 'must';
	readonly hasName: boolean;
	/** Kind of the request body. */
	readonly body: 'none' | 'object' | 'patch' | 'options';
	/** Names of query parameters. */
	readonly parameters: ReadonlySet<string>;
	/** Names of parameters that are sent in an options body. */
	readonly options: ReadonlySet<string>;
}

/** Media types of patches, by patch type. */
export const patchTypes: ReadonlyMap<string, string> = new Map([
	['apply', 'application/apply-patch+yaml'],
	['json', 'application/json-patch+json'],
	['merge', 'application/merge-patch+json'],
	['strategic', 'application/strategic-merge-patch+json'],
]);

/** Fields of all objects that are not parameters. */
const identity: ReadonlySet<string> = new Set(['apiVersion', 'kind']);

/** Parameter that turns a list into a watch; the verb implies it. */
const streams = 'watch';

/** Returns the procedures for a catalog of served kinds. Connections (logs, exec) are byte streams and have none. */
export function proceduresOf(catalog: Catalog): readonly Procedure[] {
	return catalog.kinds.flatMap((kind) =>
		kind.versions.flatMap((version) => {
			const root = versionPath(version);
			return endpointsOf(kind, version)
				.filter(({ handler }) => handler !== 'connect')
				.flatMap((endpoint) => endpoint.verbs.map((verb) => procedure(verb, procedurePath(version, endpoint, verb), { root, endpoint, catalog })));
		}),
	);
}

interface ProcedureContext {
	readonly root: string;
	readonly endpoint: Endpoint;
	readonly catalog: Pick<Catalog, 'type'>;
}

function procedure(verb: Verb, path: readonly string[], { root, endpoint, catalog }: ProcedureContext): Procedure {
	const record: VerbRecord | undefined = verbRecord(verb);
	if (record === undefined) throw new Error(`${verb} is no verb`);
	const { method, of, body, options, acrossNamespaces } = record;
	const isPart = endpoint.subresource !== '';
	const fields = (type: string): string[] =>
		catalog
			.type(type)
			.fields.map(({ name }) => name)
			.filter((name) => !identity.has(name));
	return {
		path,
		type: record.streams === true ? 'subscription' : record.reads === true ? 'query' : 'mutation',
		method,
		root,
		endpoint,
		verb,
		namespace: !endpoint.namespaced ? 'none' : acrossNamespaces === true && !isPart ? 'may' : 'must',
		hasName: isPart || of === 'object',
		body: body === undefined ? 'none' : body.kind,
		parameters: new Set(body?.kind === 'options' && options === body.type ? [] : fields(options).filter((name) => name !== streams)),
		options: new Set(body?.kind === 'options' ? fields(body.type) : []),
	};
}
