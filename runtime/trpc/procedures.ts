/**
 * The procedures that `/trpc` has: one for each verb of each resource and subresource that is served, made from the endpoint table as
 * everything else. What a procedure is called with is said here, as rows; who calls is in call.ts.
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
	/** Of the group's version: `/api/v1`, `/apis/GROUP/VERSION`. */
	readonly root: string;
	readonly endpoint: Endpoint;
	readonly verb: Verb;
	/** Whether its input has a namespace: it may be left out where all are meant. */
	readonly namespace: 'none' | 'may' | 'must';
	readonly hasName: boolean;
	/** What is sent. */
	readonly body: 'none' | 'object' | 'patch' | 'options';
	/** Parameters of the query, by name. */
	readonly parameters: ReadonlySet<string>;
	/** Those that are sent in a body of options. */
	readonly options: ReadonlySet<string>;
}

/** Under which media type a patch is sent. */
export const patchTypes: ReadonlyMap<string, string> = new Map([
	['apply', 'application/apply-patch+yaml'],
	['json', 'application/json-patch+json'],
	['merge', 'application/merge-patch+json'],
	['strategic', 'application/strategic-merge-patch+json'],
]);

/** What every object says of itself, and no parameter. */
const identity: ReadonlySet<string> = new Set(['apiVersion', 'kind']);

/** What says that a list is a stream: the verb does. */
const streams = 'watch';

/** Of a catalog that is narrowed to what is served. Connections (logs, shells) are streams of bytes, and not here. */
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

interface Around {
	readonly root: string;
	readonly endpoint: Endpoint;
	readonly catalog: Pick<Catalog, 'type'>;
}

function procedure(verb: Verb, path: readonly string[], { root, endpoint, catalog }: Around): Procedure {
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
