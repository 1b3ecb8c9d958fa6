/** DaemonSet: an annotation that only the server sets counts changes of its template. */
import type { Hooks } from '../../../generated/hooks.ts';
import type { DaemonSet, DaemonSetSpec } from '../../../generated/types/apps/v1.ts';
import { ApiError } from '../../api/errors.ts';
import type { JsonValue, Release } from '../../model/catalog.ts';
import { type Cause, invalidValue, notSupported, required } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { dropEmptyGroups } from '../pod/rules/security.ts';
import { selectorText } from '../selector-text.ts';
import { containerCells } from './cells.ts';
import { collisionViolations, negatives } from './counts.ts';
import { isNothing } from './int-or-percent.ts';
import { daemonSetConverter, templateGenerationKey } from './older-versions.ts';
import { isSelectorOfOlder, selectorViolations } from './selector.ts';
import { endingViolations, isUnseen, templatesOf } from './template-rules.ts';

const path = 'spec.template';

export function daemonSetHooks(vocabulary: Vocabulary, release: Release): NonNullable<Hooks['apps/daemonsets']> {
	const templates = templatesOf(vocabulary, release);
	return {
		convert: { 'extensions/v1beta1': daemonSetConverter },
		normalize(set) {
			count(set, readCount(set));
		},
		prepareForCreate(set) {
			dropEmptyGroups(set.spec?.template?.spec);
			const counted = readCount(set);
			count(set, counted < 1n ? 1n : counted);
		},
		prepareForUpdate(set, old) {
			dropEmptyGroups(set.spec?.template?.spec);
			count(set, hasNewTemplate(set, old) ? readCount(old) + 1n : readCount(old));
		},
		tolerates: (cause, _set, write) => isUnseen(cause) || isSelectorOfOlder(cause, write),
		validate({ spec, status }, { subresource }) {
			if (subresource === 'status') return negatives<(typeof counts)[number]>(status ?? {}, counts);
			if (spec === undefined) return [];
			const { template } = spec;
			return [
				...selectorViolations(spec, { word: 'daemonset' }),
				...templates.violations(template, path),
				...templates.diskViolations(template, path),
				...endingViolations(template, path, 'DaemonSet'),
				...strategyViolations(spec),
			];
		},
		updateWarnings: (set, old) => (hasNewTemplate(set, old) ? 'everything' : 'nothing'),
		validateCreate({ spec }, { warnings }) {
			warnings.push(...templates.warnings(spec?.template, path));
			return [];
		},
		validateUpdate(set, old, { subresource, warnings }) {
			if (hasNewTemplate(set, old)) warnings.push(...templates.warnings(set.spec?.template, path));
			return subresource === 'status' ? collisionViolations(set.status, old.status) : [];
		},
		agesInCells: true,
		cells: ({ spec }) => ({
			'Node Selector': selectorText({ matchLabels: spec?.template?.spec?.nodeSelector ?? {} }),
			...containerCells(spec?.template),
			Selector: selectorText(spec?.selector ?? {}),
		}),
	};
}

function hasNewTemplate({ spec }: DaemonSet, { spec: old }: DaemonSet): boolean {
	return !deepEqual(spec?.template as JsonValue | undefined, old?.template as JsonValue | undefined);
}

/** Returns the number of template changes; 0 without the annotation. Throws ApiError for an invalid number. */
function readCount({ metadata }: DaemonSet): bigint {
	const text = metadata?.annotations?.[templateGenerationKey];
	if (text === undefined) return 0n;
	if (!/^[+-]?\d+$/.test(text)) throw unreadable(text, 'invalid syntax');
	const counted = BigInt(text.replace(/^\+/, ''));
	if (BigInt.asIntN(64, counted) !== counted) throw unreadable(text, 'value out of range');
	return counted;
}

function unreadable(text: string, why: string): ApiError {
	return new ApiError('BadRequest', `DaemonSet in version "v1" cannot be handled as a DaemonSet: strconv.ParseInt: parsing ${JSON.stringify(text)}: ${why}`);
}

function count(set: DaemonSet, counted: bigint): void {
	const { metadata = {} } = set;
	set.metadata = { ...metadata, annotations: { ...metadata.annotations, [templateGenerationKey]: String(counted) } };
}

function strategyViolations({ updateStrategy = {} }: DaemonSetSpec): Cause[] {
	const { type, rollingUpdate } = updateStrategy;
	const at = 'spec.updateStrategy';
	if (type === 'OnDelete') return [];
	if (type !== 'RollingUpdate') return [notSupported(at, updateStrategy, ['RollingUpdate', 'OnDelete'])];
	const { maxUnavailable, maxSurge } = rollingUpdate ?? {};
	if (isNothing(maxUnavailable)) {
		if (maxSurge === undefined) return [invalidValue(`${at}.rollingUpdate.maxUnavailable`, maxUnavailable ?? 0, 'cannot be 0')];
		return isNothing(maxSurge) ? [required(`${at}.rollingUpdate.maxUnavailable`, 'cannot be 0 when maxSurge is 0')] : [];
	}
	return isNothing(maxSurge) ? [] : [invalidValue(`${at}.rollingUpdate.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero')];
}

const counts = [
	'currentNumberScheduled',
	'numberMisscheduled',
	'desiredNumberScheduled',
	'numberReady',
	'observedGeneration',
	'updatedNumberScheduled',
	'numberAvailable',
	'numberUnavailable',
	'collisionCount',
] as const;
