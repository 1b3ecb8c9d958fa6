/**
 * Options of lists, watches and collection deletes, parsed from the query and checked. Seed 1, "Query parameters" and "Version semantics of
 * reads".
 */
import { createHash } from 'node:crypto';
import type { ListOptions as GivenOptions } from '../../../generated/types/meta/v1.ts';
import { ApiError, invalid } from '../../api/errors.ts';
import type { ApiRequest } from '../../api/request.ts';
import type { IncludeObject } from '../../codec/served.ts';
import type { KindDescriptor } from '../../model/catalog.ts';
import type { Cause } from '../../model/cause.ts';
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
import type { AnswerContext } from '../contract.ts';
import { includeObject, parseRevision } from '../read-options.ts';

export interface ListOptions {
	/** Predicate of the selectors. Without a selector it is the object `everything`. */
	readonly matches: Predicate;
	/** Set when all selectors together are one comparison. */
	readonly comparison: Comparison | undefined;
	/** True when the selectors of an object may take longer to evaluate than a few comparisons of labels and fields. */
	readonly judgesLong: boolean;
	/** Canonical text of both selectors, or its digest when it is long. Equal texts select the same objects. */
	readonly filter: string;
	/** The only name or namespace that the selector can match. Undefined when it can match several. */
	readonly exactName: string | undefined;
	readonly exactNamespace: string | undefined;
	/** The only value of an indexed field that the selector can match. */
	readonly only: FieldValue | undefined;
	/** Requested resource version. Undefined: the most recent one. 0: any. */
	readonly revision: Revision | undefined;
	readonly match: '' | 'Exact' | 'NotOlderThan';
	/** Maximum number of objects. 0: no limit. */
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
function fieldSelectorOf(text: string, { kind, version, storage, form }: ServedResource, { catalog }: AnswerContext): FieldSelector {
	// An unset number or boolean compares as zero or false, as in Kubernetes.
	const whenAbsent = (field: string): string => {
		const zero = scalarZeros[fieldAt(storage.type, field, catalog)?.schema.kind ?? 'any'];
		return typeof zero === 'boolean' || typeof zero === 'number' ? String(zero) : '';
	};
	// Kubernetes also accepts a namespace selector for built-in cluster-scoped kinds without selectable fields.
	const hasNamespace = kind.scope === 'Namespaced' || (kind.selectableFields.length === 0 && !form.isWhole);
	return parseFieldSelector(text, version.own?.selectableFields ?? kind.selectableFields, {
		hasNamespace,
		...(kind.fieldLabels && { labels: kind.fieldLabels }),
		whenAbsent,
	});
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

/** Parses the options. Throws ApiError: BadRequest (unreadable values, selectors), Invalid (combinations). */
export function listOptions(request: ApiRequest, resource: ServedResource, context: AnswerContext, watch = false): ListOptions {
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

/** Returns the text, or its digest when it is long. A watch keeps the text as long as it runs and compares it at each event. */
function shortened(filter: string): string {
	return filter.length <= longestFilter ? filter : createHash('sha256').update(filter).digest('base64');
}

/** Maximum length of a text that is kept. A digest never equals a text, because each text has an ampersand and no digest has one. */
const longestFilter = 256;

/** Refuses sharded lists, which are alpha in the release that has them: a client that asks for a shard must not get the whole list. */
function refuseUnserved({ shardSelector = '' }: GivenOptions): void {
	if (shardSelector !== '') throw new ApiError('BadRequest', 'shardSelector: Forbidden: sharded lists and watches are not served');
}

const forbidden = (field: string, why: string): Cause => ({ reason: 'FieldValueForbidden', field, message: `Forbidden: ${why}` });
const matchField = 'resourceVersionMatch';

function unknownMatch(match: string, supported: string): Cause {
	return { reason: 'FieldValueNotSupported', field: matchField, message: `Unsupported value: ${JSON.stringify(match)}: supported values: ${supported}` };
}

/** Checks combinations of options. The version itself is parsed later. */
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
