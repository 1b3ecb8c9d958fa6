/** Mutable fields of a pod. */
import type { Container, PodSpec, Toleration } from '../../../generated/types/core/v1.ts';
import type { JsonValue } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue } from '../../model/cause.ts';
import { deepEqual, identity } from '../../model/equal.ts';
import { gateChanges, withoutGated } from './scheduling-gates.ts';

const changeable =
	'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

export function podUpdateViolations(spec: PodSpec, old: PodSpec): Cause[] {
	for (const list of ['containers', 'initContainers'] as const) {
		if (spec[list]?.length !== old[list]?.length) return [forbiddenField(`spec.${list}`, 'pod updates may not add or remove containers')];
	}
	const causes = [...deadlineViolations(spec, old), ...tolerationViolations(spec.tolerations ?? [], old.tolerations ?? []), ...gateChanges(spec, old)];
	const fixed = (now: PodSpec): PodSpec => withoutGated(without(withOldImages(now, old)), old);
	if (!same(fixed(spec), fixed(old)) || !graceMayBecome(spec, old)) causes.push(forbiddenField('spec', changeable));
	return causes;
}

/** Checks the deadline: it may be set once, and then only be shortened. */
function deadlineViolations({ activeDeadlineSeconds: next }: PodSpec, { activeDeadlineSeconds: before }: PodSpec): Cause[] {
	const path = 'spec.activeDeadlineSeconds';
	if (before === undefined) return [];
	if (next === undefined) return [invalidValue(path, null, 'must not update from a positive integer to nil value')];
	return next > before ? [invalidValue(path, next, 'must be less than or equal to previous value')] : [];
}

/** Checks tolerations: existing ones may change only `tolerationSeconds`; new ones may be added. */
function tolerationViolations(next: readonly Toleration[], before: readonly Toleration[]): Cause[] {
	const bare = ({ tolerationSeconds: _seconds, ...toleration }: Toleration): string => identity(toleration as JsonValue);
	const found = new Set(next.map(bare));
	const kept = before.every((toleration) => found.has(bare(toleration)));
	return kept ? [] : [forbiddenField('spec.tolerations', 'existing toleration can not be modified except its tolerationSeconds')];
}

function withOldImages(spec: PodSpec, old: PodSpec): PodSpec {
	const images = (containers: readonly Container[] | undefined, before: readonly Container[] | undefined): Container[] | undefined =>
		containers?.map(({ image: _image, ...container }, index) => {
			const image = before?.[index]?.image;
			return image === undefined ? container : { ...container, image };
		});
	const { containers: _containers, initContainers: _initContainers, ...rest } = spec;
	const containers = images(spec.containers, old.containers);
	const initContainers = images(spec.initContainers, old.initContainers);
	return { ...rest, containers: containers ?? [], ...(initContainers && { initContainers }) };
}

/** Returns the spec without the fields that are checked separately. */
function without(spec: PodSpec): PodSpec {
	const { activeDeadlineSeconds: _deadline, tolerations: _tolerations, terminationGracePeriodSeconds: _grace, ...rest } = spec;
	return rest;
}

function graceMayBecome({ terminationGracePeriodSeconds: next }: PodSpec, { terminationGracePeriodSeconds: before }: PodSpec): boolean {
	return next === before || (before !== undefined && before < 0 && Number(next) === 1);
}

function same(a: object, b: object): boolean {
	return deepEqual(a as JsonValue, b as JsonValue);
}
