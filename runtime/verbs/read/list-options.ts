/** The options of lists, watches and collection deletes from the query, checked. Seed 1, "Query parameters" and "Version semantics of reads". */
import { ApiError, invalid } from '../../api/errors.ts';
import type { IncludeObject } from '../../codec/served.ts';
import type { Cause } from '../../model/cause.ts';
import { allOf, everything, exactField, type Predicate, parseFieldSelector, parseLabelSelector } from '../../select/index.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { Revision } from '../../storage/store.ts';
import type { VerbContext } from '../contract.ts';

export interface ListOptions {
	/** `everything` (by identity) when there is no selector. */
	readonly matches: Predicate;
	/** Canonical text of both selectors: equal texts select the same. */
	readonly filter: string;
	/** The one name or namespace that can match; undefined when the selector leaves it open. */
	readonly exactName: string | undefined;
	readonly exactNamespace: string | undefined;
	/** Undefined: unset, the most recent. 0: any. */
	readonly revision: Revision | undefined;
	readonly match: '' | 'Exact' | 'NotOlderThan';
	/** 0: no limit. */
	readonly limit: number;
	readonly continue: string;
	readonly timeoutSeconds: number | undefined;
	readonly allowWatchBookmarks: boolean;
	readonly sendInitialEvents: boolean | undefined;
	readonly include: IncludeObject;
}

const noOptions: ListOptions = Object.freeze({
	matches: everything,
	filter: '',
	exactName: undefined,
	exactNamespace: undefined,
	revision: undefined,
	match: '',
	limit: 0,
	continue: '',
	timeoutSeconds: undefined,
	allowWatchBookmarks: false,
	sendInitialEvents: undefined,
	include: 'Metadata',
});

/** Throws ApiError: BadRequest (values that cannot be read, selectors), Invalid (combinations). */
export function listOptions(query: string, resource: ServedResource, context: VerbContext, watch = false): ListOptions {
	if (query === '') return noOptions;
	const given = new URLSearchParams(query);
	const text = (name: string): string => given.get(name) ?? '';
	const labels = text('labelSelector') === '' ? undefined : parseLabelSelector(text('labelSelector'));
	const fields =
		text('fieldSelector') === '' ? undefined : parseFieldSelector(text('fieldSelector'), resource.kind.selectableFields, resource.kind.fieldLabels);
	const options: ListOptions = {
		matches: allOf([labels?.matches ?? everything, fields?.matches ?? everything]),
		filter: `${labels?.text ?? ''}&${fields?.text ?? ''}`,
		exactName: fields && exactField(fields, 'metadata.name'),
		exactNamespace: fields && exactField(fields, 'metadata.namespace'),
		revision: parseRevision(text('resourceVersion')),
		match: text('resourceVersionMatch') as ListOptions['match'],
		limit: Math.max(0, integer(given, 'limit') ?? 0),
		continue: text('continue'),
		timeoutSeconds: integer(given, 'timeoutSeconds'),
		allowWatchBookmarks: flag(given, 'allowWatchBookmarks') ?? false,
		sendInitialEvents: flag(given, 'sendInitialEvents'),
		include: includeObject(text('includeObject')),
	};
	const causes = watch ? watchCauses(options) : listCauses(options);
	if (causes.length > 0) throw invalid('ListOptions', `meta.${context.vocabulary.groupDomain}`, '', causes);
	if (!watch && options.continue !== '' && (options.revision ?? 0) > 0) {
		throw new ApiError('BadRequest', 'specifying resource version is not allowed when using continue');
	}
	return options;
}

/** Versions are opaque to clients; here they are decimal. Undefined: unset. Throws ApiError BadRequest. */
export function parseRevision(text: string): Revision | undefined {
	if (text === '') return undefined;
	// Beyond what is exact, a version is only known to be newer than any that was given.
	if (/^\d{1,20}$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
	throw new ApiError('BadRequest', `resourceVersion: Invalid value: ${JSON.stringify(text)}: must be the resourceVersion of an earlier answer`);
}

function integer(given: URLSearchParams, name: string): number | undefined {
	const text = given.get(name);
	if (text === null || text === '') return undefined;
	if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
	throw new ApiError('BadRequest', `${name}: Invalid value: ${JSON.stringify(text)}: must be an integer`);
}

/** Present means true, but for `false` and `0`, as Kubernetes reads it. */
function flag(given: URLSearchParams, name: string): boolean | undefined {
	const text = given.get(name);
	return text === null ? undefined : text !== 'false' && text !== '0';
}

function includeObject(text: string): IncludeObject {
	if (text === '') return 'Metadata';
	if (text === 'None' || text === 'Metadata' || text === 'Object') return text;
	throw new ApiError('BadRequest', `includeObject: Unsupported value: ${JSON.stringify(text)}: supported values: "None", "Metadata", "Object"`);
}

const forbidden = (field: string, why: string): Cause => ({ reason: 'FieldValueForbidden', field, message: `Forbidden: ${why}` });
const matchField = 'resourceVersionMatch';

function unknownMatch(match: string, supported: string): Cause {
	return { reason: 'FieldValueNotSupported', field: matchField, message: `Unsupported value: ${JSON.stringify(match)}: supported values: ${supported}` };
}

function listCauses({ match, revision, continue: token, sendInitialEvents }: ListOptions): Cause[] {
	const causes: Cause[] = [];
	if (sendInitialEvents !== undefined) causes.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
	if (match === '') return causes;
	if (revision === undefined) causes.push(forbidden(matchField, 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
	if (token !== '') causes.push(forbidden(matchField, 'resourceVersionMatch is forbidden when continue is provided'));
	if (match !== 'Exact' && match !== 'NotOlderThan') causes.push(unknownMatch(match, '"Exact", "NotOlderThan", ""'));
	if (match === 'Exact' && revision === 0) causes.push(forbidden(matchField, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
	return causes;
}

function watchCauses({ match, continue: token, sendInitialEvents }: ListOptions): Cause[] {
	const causes: Cause[] = [];
	if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
		causes.push(forbidden(matchField, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
	}
	if (match === '') return causes;
	if (sendInitialEvents === undefined) causes.push(forbidden(matchField, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'));
	if (match !== 'NotOlderThan') causes.push(unknownMatch(match, '"NotOlderThan"'));
	if (token !== '') causes.push(forbidden(matchField, 'resourceVersionMatch is forbidden when continue is provided'));
	return causes;
}
