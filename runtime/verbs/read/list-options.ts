/** The options of lists, watches and collection deletes from the query, checked. Seed 1, "Query parameters" and "Version semantics of reads". */
import { createHash } from 'node:crypto';
import type { ListOptions as GivenOptions, TableOptions } from '../../../generated/types/meta/v1.ts';
import { ApiError, invalid } from '../../api/errors.ts';
import type { ApiRequest } from '../../api/request.ts';
import type { IncludeObject } from '../../codec/served.ts';
import type { KindDescriptor } from '../../model/catalog.ts';
import { type Cause, show } from '../../model/cause.ts';
import { verbRecords } from '../../model/verb.ts';
import { fieldAt } from '../../schema/conversion/declared.ts';
import { scalarZeros } from '../../schema/zeros.ts';
import {
	allOf,
	type Comparison,
	everything,
	exactField,
	type FieldSelector,
	fewConditions,
	type Predicate,
	parseFieldSelector,
	parseLabelSelector,
} from '../../select/index.ts';
import type { ServedResource } from '../../serving/resource.ts';
import type { Revision } from '../../storage/store.ts';
import type { FieldValue } from '../../watch/contract.ts';
import type { WriteContext } from '../contract.ts';

export interface ListOptions {
	/** `everything` (by identity) when there is no selector. */
	readonly matches: Predicate;
	/** All of the selectors, where that is one comparison. */
	readonly comparison: Comparison | undefined;
	/** Whether to judge an object by them may take longer than a few looks at its labels and fields. */
	readonly judgesLong: boolean;
	/** Canonical text of both selectors, or its digest where it is long: what is equal selects the same. */
	readonly filter: string;
	/** The one name or namespace that can match; undefined when the selector leaves it open. */
	readonly exactName: string | undefined;
	readonly exactNamespace: string | undefined;
	/** The one value of an indexed field that can match. */
	readonly only: FieldValue | undefined;
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
	comparison: undefined,
	judgesLong: false,
	filter: '',
	exactName: undefined,
	exactNamespace: undefined,
	only: undefined,
	revision: undefined,
	match: '',
	limit: 0,
	continue: '',
	timeoutSeconds: undefined,
	allowWatchBookmarks: false,
	sendInitialEvents: undefined,
	include: 'Metadata',
});

/** Throws ApiError BadRequest. */
function fieldSelectorOf(text: string, { kind, storage, form }: ServedResource, { catalog }: WriteContext): FieldSelector {
	// A number or a boolean that nobody has said is zero or false, as in Kubernetes.
	const whenAbsent = (field: string): string => {
		const zero = scalarZeros[fieldAt(storage.type, field, catalog)?.schema.kind ?? 'any'];
		return typeof zero === 'boolean' || typeof zero === 'number' ? String(zero) : '';
	};
	// As in Kubernetes: built-in cluster-scoped kinds without fields of their own accept it, too.
	const hasNamespace = kind.scope === 'Namespaced' || (kind.selectableFields.length === 0 && !form.isWhole);
	return parseFieldSelector(text, kind.selectableFields, { hasNamespace, ...(kind.fieldLabels && { labels: kind.fieldLabels }), whenAbsent });
}

function indexedValue({ terms }: FieldSelector, { indexedFields = [], fieldLabels = [] }: KindDescriptor): FieldValue | undefined {
	if (indexedFields.length === 0) return undefined;
	for (const { field: named, negated, value } of terms) {
		const of = fieldLabels.find(({ label }) => label === named)?.of ?? [named];
		const [field] = of;
		if (!negated && of.length === 1 && field !== undefined && indexedFields.includes(field)) return { field, value };
	}
	return undefined;
}

/** Throws ApiError: BadRequest (values that cannot be read, selectors), Invalid (combinations). */
export function listOptions(request: ApiRequest, resource: ServedResource, context: WriteContext, watch = false): ListOptions {
	if (request.query === '') return noOptions;
	const given: GivenOptions = context.options.of(verbRecords.list.options)(request.parameters());
	refuseUnserved(given);
	const { labelSelector = '', fieldSelector = '' } = given;
	const labels = labelSelector === '' ? undefined : parseLabelSelector(labelSelector);
	const fields = fieldSelector === '' ? undefined : fieldSelectorOf(fieldSelector, resource, context);
	const { resourceVersion = '' } = given;
	const inChunks = context.catalog.closedGates?.has('APIListChunking') !== true;
	const token = inChunks ? (given.continue ?? '') : '';
	const causes = watch ? watchCauses(given, token, context.catalog.gatesTurnedOff?.has('WatchList') !== true) : listCauses(given, resourceVersion, token);
	if (causes.length > 0) throw invalid('ListOptions', `meta.${context.vocabulary.groupDomain}`, '', causes);
	const options: ListOptions = {
		matches: allOf([labels?.matches ?? everything, fields?.matches ?? everything]),
		comparison: labels === undefined ? fields?.comparison : fields === undefined ? labels.comparison : undefined,
		judgesLong: (labels?.conditions ?? 0) + (fields?.terms.length ?? 0) > fewConditions,
		filter: shortened(`${labels?.text ?? ''}&${fields?.text ?? ''}`),
		exactName: fields && exactField(fields, 'metadata.name'),
		exactNamespace: fields && exactField(fields, 'metadata.namespace'),
		only: fields && indexedValue(fields, resource.kind),
		revision: parseRevision(resourceVersion),
		match: (given.resourceVersionMatch ?? '') as ListOptions['match'],
		limit: inChunks ? Math.max(0, Number(given.limit ?? 0)) : 0,
		continue: token,
		timeoutSeconds: given.timeoutSeconds === undefined ? undefined : Number(given.timeoutSeconds),
		allowWatchBookmarks: given.allowWatchBookmarks ?? false,
		sendInitialEvents: given.sendInitialEvents,
		include: includeObject(request, context),
	};
	if (!watch && options.continue !== '' && (options.revision ?? 0) > 0) {
		throw new ApiError('BadRequest', 'specifying resource version is not allowed when using continue');
	}
	return options;
}

/** A watch holds it for as long as it lasts, and compares it with others with each event. */
function shortened(filter: string): string {
	return filter.length <= longestFilter ? filter : createHash('sha256').update(filter).digest('base64');
}

/** Characters; a digest has no ampersand, which each text has. */
const longestFilter = 256;

/** Versions are opaque to clients; here they are decimal. Undefined: unset. Throws ApiError BadRequest. */
export function parseRevision(text: string): Revision | undefined {
	if (text === '') return undefined;
	if (!/^\d+$/.test(text)) throw unreadable(text, 'must be the resourceVersion of an earlier answer');
	// Versions are integers of 64 bits. Beyond what is exact, one is only known to be newer than any that was given.
	if (text.length > 15 && (text.length > longestRevision || BigInt(text) > largestRevision)) throw unreadable(text, 'value out of range');
	return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
}

const largestRevision = 2n ** 63n - 1n;
/** Digits; no more are looked at. Some zeros may stand before a number. */
const longestRevision = 64;

function unreadable(text: string, why: string): ApiError {
	return new ApiError('BadRequest', `resourceVersion: Invalid value: ${show(text)}: ${why}`);
}

/** What each row of a Table carries. Throws ApiError BadRequest. */
export function includeObject(request: ApiRequest, context: WriteContext): IncludeObject {
	if (request.query === '') return 'Metadata';
	const { includeObject: text = '' }: TableOptions = context.options.of(tableOptions)(request.parameters());
	if (text === '') return 'Metadata';
	if (text === 'None' || text === 'Metadata' || text === 'Object') return text;
	throw new ApiError('BadRequest', `includeObject: Unsupported value: ${JSON.stringify(text)}: supported values: "None", "Metadata", "Object"`);
}

const tableOptions = 'meta/v1.TableOptions';

/** Sharded lists are alpha in the release that has them: whoever asks for a shard must not get the whole. */
function refuseUnserved({ shardSelector = '' }: GivenOptions): void {
	if (shardSelector !== '') throw new ApiError('BadRequest', 'shardSelector: Forbidden: sharded lists and watches are not served');
}

const forbidden = (field: string, why: string): Cause => ({ reason: 'FieldValueForbidden', field, message: `Forbidden: ${why}` });
const matchField = 'resourceVersionMatch';

function unknownMatch(match: string, supported: string): Cause {
	return { reason: 'FieldValueNotSupported', field: matchField, message: `Unsupported value: ${JSON.stringify(match)}: supported values: ${supported}` };
}

/** Whether the version can be read is asked later. */
function listCauses({ resourceVersionMatch: match = '', sendInitialEvents }: GivenOptions, version: string, token: string): Cause[] {
	const causes: Cause[] = [];
	if (sendInitialEvents !== undefined) causes.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for list'));
	if (match === '') return causes;
	if (version === '') causes.push(forbidden(matchField, 'resourceVersionMatch is forbidden unless resourceVersion is provided'));
	if (token !== '') causes.push(forbidden(matchField, 'resourceVersionMatch is forbidden when continue is provided'));
	if (match !== 'Exact' && match !== 'NotOlderThan') causes.push(unknownMatch(match, '"Exact", "NotOlderThan", ""'));
	if (match === 'Exact' && version === '0') causes.push(forbidden(matchField, 'resourceVersionMatch "exact" is forbidden for resourceVersion "0"'));
	return causes;
}

function watchCauses({ resourceVersionMatch: match = '', sendInitialEvents }: GivenOptions, token: string, streamsLists: boolean): Cause[] {
	const causes: Cause[] = [];
	if (sendInitialEvents !== undefined && match !== 'NotOlderThan') {
		causes.push(forbidden(matchField, 'sendInitialEvents requires setting resourceVersionMatch to NotOlderThan'));
	}
	if (sendInitialEvents !== undefined && !streamsLists)
		causes.push(forbidden('sendInitialEvents', 'sendInitialEvents is forbidden for watch unless the WatchList feature gate is enabled'));
	if (match === '') return causes;
	if (sendInitialEvents === undefined) causes.push(forbidden(matchField, 'resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided'));
	if (match !== 'NotOlderThan') causes.push(unknownMatch(match, '"NotOlderThan"'));
	if (token !== '') causes.push(forbidden(matchField, 'resourceVersionMatch is forbidden when continue is provided'));
	return causes;
}
