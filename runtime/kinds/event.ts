/** Event: its namespace, and the rules of the newer form (with `eventTime`). */
import type { Event } from '../../generated/types/core/v1.ts';
import type { HookContext, KindHooks } from '../api/hooks.ts';
import type { JsonValue } from '../model/catalog.ts';
import { type Cause, invalidValue, required } from '../model/cause.ts';
import { deepEqual } from '../model/equal.ts';
import type { Vocabulary } from '../model/vocabulary.ts';
import { checkDnsSubdomain, checkQualifiedName } from '../scalars/formats.ts';

export function eventHooks({ shortPrefix, groupDomain }: Vocabulary): KindHooks<Event> {
	const system = `${shortPrefix}-system`;
	/** Reports whether the strict rules apply: in the events group, except in v1beta1. */
	const isStrict = ({ group, version }: HookContext): boolean => group === `events.${groupDomain}` && version !== 'v1beta1';
	return {
		validateCreate: (event, context) => (isStrict(context) ? strictViolations(event) : []),
		validateUpdate: (event, old, context) => (isStrict(context) ? changes(event, old) : []),
		validate: (event) => [...namespaceViolations(event, system), ...(event.eventTime ? newerFormViolations(event) : [])],
	};
}

/**
 * Checks that the event is in the namespace of the object in `regarding`. For cluster-scoped objects it is in `default` or, in the newer
 * form, the system namespace.
 */
function namespaceViolations(event: Event, system: string): Cause[] {
	const about = event.involvedObject.namespace ?? '';
	const own = event.metadata?.namespace ?? '';
	const ofCluster = about === '' && (own === 'default' || (Boolean(event.eventTime) && own === system));
	const matches = event.eventTime ? about !== '' : about === own;
	return ofCluster || matches ? [] : [invalidValue('involvedObject.namespace', about, 'does not match event.namespace')];
}

const longest = 128;
const longestMessage = 1024;

function newerFormViolations(event: Event): Cause[] {
	const reporter = event.reportingComponent ?? '';
	const causes = reporter === '' ? [required('reportingComponent')] : [];
	for (const why of checkQualifiedName(reporter)) causes.push(invalidValue('reportingComponent', reporter, why));
	for (const field of ['reportingInstance', 'action', 'reason'] as const) {
		const text = event[field] ?? '';
		if (text === '') causes.push(required(field));
		if (text.length > longest) causes.push(invalidValue(field, '', `can have at most ${longest} characters`));
	}
	if ((event.message ?? '').length > longestMessage) causes.push(invalidValue('message', '', `can have at most ${longestMessage} characters`));
	return causes;
}

const types: ReadonlySet<string> = new Set(['Normal', 'Warning']);
/** Fields of the older form. */
const ofOlder = ['firstTimestamp', 'lastTimestamp', 'count', 'source'] as const;

/** Reports violations of the newer form, which must be complete and have no fields of the older one. */
function strictViolations(event: Event): Cause[] {
	const { metadata, eventTime, type = '' } = event;
	const name = metadata?.name ?? '';
	return [
		...checkDnsSubdomain(name).map((why) => invalidValue('metadata.name', name, why)),
		...seriesViolations(event),
		...(eventTime ? [] : [required('eventTime')]),
		...(types.has(type) ? [] : [invalidValue('type', '', `has invalid value: ${type}`)]),
		...ofOlder.flatMap((field) => (isUnset(event[field]) ? [] : [invalidValue(field, '', 'needs to be unset')])),
	];
}

function isUnset(value: Event[(typeof ofOlder)[number]]): boolean {
	if (value === undefined || value === null || value === 0) return true;
	return typeof value === 'object' && !value.component && !value.host;
}

function seriesViolations({ series }: Event): Cause[] {
	if (series === undefined) return [];
	return [
		...((series.count ?? 0) < 2 ? [invalidValue('series.count', '', 'should be at least 2')] : []),
		...(series.lastObservedTime ? [] : [required('series.lastObservedTime')]),
	];
}

const kept = ['involvedObject', 'reason', 'message', 'source', 'firstTimestamp', 'lastTimestamp', 'count', 'type', 'eventTime', 'action', 'related'] as const;
const keptReporter = ['reportingComponent', 'reportingInstance'] as const;

/** Returns the violations of an update: only `series` may change. */
function changes(event: Event, old: Event): Cause[] {
	const differs = (field: (typeof kept | typeof keptReporter)[number] | 'series'): boolean => !deepEqual(asJson(event[field]), asJson(old[field]));
	return [
		...(differs('series') ? seriesViolations(event) : []),
		...[...kept, ...keptReporter].filter(differs).map((field) => invalidValue(field, event[field] ?? null, 'field is immutable')),
	];
}

/** Changes only the type: the fields are JSON, which their types do not say. */
function asJson(value: unknown): JsonValue | undefined {
	return value as JsonValue | undefined;
}
