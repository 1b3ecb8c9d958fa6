/** Annotations of a pod that select seccomp and AppArmor profiles of its containers: older forms that are still supported. */
import type { AppArmorProfile, Pod, PodSpec, SeccompProfile } from '../../../generated/types/core/v1.ts';
import { type Cause, forbiddenField, invalidValue } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';

export interface PodAnnotations {
	readonly mirror: string;
	readonly deletionCost: string;
	readonly appArmorPrefix: string;
	readonly seccompPod: string;
	readonly seccompPrefix: string;
	/** Annotations without effect, and their replacements. */
	readonly forgotten: readonly (readonly [key: string, instead: string])[];
}

export function podAnnotations({ labelDomain }: Vocabulary): PodAnnotations {
	return {
		mirror: `${labelDomain}/config.mirror`,
		deletionCost: `controller.${labelDomain}/pod-deletion-cost`,
		appArmorPrefix: `container.apparmor.security.beta.${labelDomain}/`,
		seccompPod: `seccomp.security.alpha.${labelDomain}/pod`,
		seccompPrefix: `container.seccomp.security.alpha.${labelDomain}/`,
		forgotten: [
			[`scheduler.alpha.${labelDomain}/critical-pod`, 'non-functional in v1.16+; use the "priorityClassName" field instead'],
			[`security.alpha.${labelDomain}/sysctls`, 'non-functional in v1.11+; use the "sysctls" field instead'],
			[`security.alpha.${labelDomain}/unsafe-sysctls`, 'non-functional in v1.11+; use the "sysctls" field instead'],
		],
	};
}

/** Returns init, regular and ephemeral containers. */
export function allContainers(
	spec: PodSpec,
): readonly { readonly name: string; readonly path: string; readonly container: NonNullable<PodSpec['containers']>[number] }[] {
	return (['initContainers', 'containers', 'ephemeralContainers'] as const).flatMap((list) =>
		(spec[list] ?? []).map((container, index) => ({ name: container.name, path: `${list}[${index}]`, container })),
	);
}

type Annotations = Readonly<Record<string, string>>;

/** Validates the annotations of a pod or a pod template. `path`: path of the annotations. */
export function annotationViolations(annotations: Annotations, spec: PodSpec, path: string, known: PodAnnotations): Cause[] {
	const entries = Object.entries(annotations);
	if (entries.length === 0) return [];
	const names = new Set(allContainers(spec).map(({ name }) => name));
	return entries.flatMap(([key, value]) => {
		const at = `${path}[${key}]`;
		if (key === known.mirror) return spec.nodeName ? [] : [invalidValue(at, value, 'must set spec.nodeName if mirror pod annotation is set')];
		if (key === known.deletionCost) return isInt32(value) ? [] : [invalidValue(at, value, 'must be a 32bit integer')];
		if (key.startsWith(known.appArmorPrefix)) {
			const container = key.slice(known.appArmorPrefix.length);
			return [
				...(names.has(container) ? [] : [invalidValue(at, container, 'container not found')]),
				...(isAppArmorProfile(value) ? [] : [invalidValue(at, value, `invalid AppArmor profile name: ${JSON.stringify(value)}`)]),
			];
		}
		if (key === known.seccompPod || key.startsWith(known.seccompPrefix)) return seccompViolations(value, `${path}.${key}`);
		return [];
	});
}

/** Returns whether the text is a canonical 32-bit integer: no plus sign, no leading zeros. */
function isInt32(text: string): boolean {
	return /^(0|-?[1-9][0-9]*)$/.test(text) && Number(text) >= -(2 ** 31) && Number(text) < 2 ** 31;
}

export function isAppArmorProfile(text: string): boolean {
	return text === '' || text === 'runtime/default' || text === 'unconfined' || text.startsWith('localhost/');
}

const localhost = 'localhost/';

/** Validates the text of a seccomp profile. */
export function seccompViolations(profile: string, at: string): Cause[] {
	if (profile === 'runtime/default' || profile === 'docker/default' || profile === 'unconfined') return [];
	if (!profile.startsWith(localhost)) return [invalidValue(at, profile, 'must be a valid seccomp profile')];
	const file = profile.slice(localhost.length);
	return [
		...(file.startsWith('/') ? [invalidValue(at, file, 'must be a relative path')] : []),
		...(file.split('/').includes('..') ? [invalidValue(at, file, "must not contain '..'")] : []),
	];
}

/** Reports changes of immutable annotations of a pod. */
export function annotationChanges({ metadata }: Pod, { metadata: old }: Pod, known: PodAnnotations): Cause[] {
	const [after, before] = [metadata?.annotations ?? {}, old?.annotations ?? {}];
	const what = (key: string): string | undefined => {
		if (key.startsWith(known.appArmorPrefix)) return 'AppArmor annotations';
		return key === known.mirror ? 'mirror pod annotation' : undefined;
	};
	const refused = (keys: readonly string[], verb: string): Cause[] =>
		keys.flatMap((key) => {
			const name = what(key);
			return name === undefined ? [] : [forbiddenField(`metadata.annotations[${key}]`, `may not ${verb} ${name}`)];
		});
	return [
		...refused(
			Object.keys(before).filter((key) => after[key] !== before[key]),
			'remove or update',
		),
		...refused(
			Object.keys(after).filter((key) => !Object.hasOwn(before, key)),
			'add',
		),
	];
}

/** Checks that a seccomp profile set by both annotation and field is the same one. `path`: path of the spec. */
export function profileConflicts(annotations: Annotations, spec: PodSpec, path: string, known: PodAnnotations): Cause[] {
	const places = [
		{ asked: annotations[known.seccompPod], profile: spec.securityContext?.seccompProfile, at: path },
		...allContainers(spec).map(({ name, path: at, container }) => ({
			asked: annotations[known.seccompPrefix + name],
			profile: container.securityContext?.seccompProfile,
			at: `${path}.${at}`,
		})),
	];
	return places.flatMap(({ asked, profile, at }) => {
		if (asked === undefined || profile === undefined) return [];
		const named = profileOf(asked);
		const place = `${at}.securityContext.seccompProfile`;
		if (named?.type !== profile.type) return [forbiddenField(`${place}.type`, 'seccomp type in annotation and field must match')];
		if (named.localhostProfile === profile.localhostProfile) return [];
		return [forbiddenField(`${place}.localhostProfile`, 'seccomp profile in annotation and field must match')];
	});
}

/** Copies seccomp profiles that only annotations set into the fields (up to 1.26). In place. */
export function takeOverSeccomp({ metadata, spec }: Pod, known: PodAnnotations): void {
	const annotations = metadata?.annotations;
	if (annotations === undefined || spec === undefined) return;
	const ofPod = profileOf(annotations[known.seccompPod]);
	if (ofPod !== undefined && spec.securityContext?.seccompProfile === undefined) {
		spec.securityContext = { ...spec.securityContext, seccompProfile: ofPod };
	}
	for (const { name, container } of allContainers(spec)) {
		const profile = profileOf(annotations[known.seccompPrefix + name]);
		if (profile === undefined || container.securityContext?.seccompProfile !== undefined) continue;
		container.securityContext = { ...container.securityContext, seccompProfile: profile };
	}
}

function profileOf(annotation: string | undefined): SeccompProfile | undefined {
	if (annotation === 'unconfined') return { type: 'Unconfined' };
	if (annotation === 'runtime/default' || annotation === 'docker/default') return { type: 'RuntimeDefault' };
	const file = annotation?.startsWith(localhost) ? annotation.slice(localhost.length) : '';
	return file === '' ? undefined : { type: 'Localhost', localhostProfile: file };
}

/**
 * Copies AppArmor profiles that only annotations set into the fields (from 1.30 on). In place. Returns the annotations that no field
 * expresses.
 */
export function takeOverAppArmor({ metadata, spec }: Pod, known: PodAnnotations): string[] {
	const annotations = metadata?.annotations;
	if (annotations === undefined || spec === undefined || spec.os?.name === 'windows') return [];
	const unsaid = appArmorOnlyInAnnotations(annotations, spec, known);
	for (const { name, container } of allContainers(spec)) {
		const key = known.appArmorPrefix + name;
		const profile = unsaid.includes(key) ? appArmorProfileOf(annotations[key] ?? '') : undefined;
		if (profile !== undefined) container.securityContext = { ...container.securityContext, appArmorProfile: profile };
	}
	return unsaid;
}

/** Returns annotations whose AppArmor profile neither the container nor the pod sets in its field. */
export function appArmorOnlyInAnnotations(annotations: Annotations, spec: PodSpec, known: PodAnnotations): string[] {
	const ofPod = spec.securityContext?.appArmorProfile;
	return allContainers(spec).flatMap(({ name, container }) => {
		const key = known.appArmorPrefix + name;
		const asked = annotations[key];
		if (asked === undefined || container.securityContext?.appArmorProfile !== undefined) return [];
		const profile = appArmorProfileOf(asked);
		return profile !== undefined && ofPod !== undefined && deepEqual({ ...profile }, { ...ofPod }) ? [] : [key];
	});
}

/** Returns the profile as a field expresses it; undefined when no field can. */
function appArmorProfileOf(annotation: string): AppArmorProfile | undefined {
	if (annotation === 'unconfined') return { type: 'Unconfined' };
	if (annotation === 'runtime/default') return { type: 'RuntimeDefault' };
	const file = annotation.startsWith(localhost) ? annotation.slice(localhost.length) : '';
	return file === '' || file.trim() !== file || file.length > longestAppArmorProfile ? undefined : { type: 'Localhost', localhostProfile: file };
}

export const appArmorWarning = 'deprecated since v1.30; use the "appArmorProfile" field instead';
const longestAppArmorProfile = 4095;

/** Checks that an AppArmor profile set by both annotation and field is the same one. */
export function appArmorConflicts(annotations: Annotations, spec: PodSpec, known: PodAnnotations): Cause[] {
	if (spec.os?.name === 'windows') return [];
	return allContainers(spec).flatMap(({ name, path, container }) => {
		const asked = annotations[known.appArmorPrefix + name];
		const profile = container.securityContext?.appArmorProfile ?? spec.securityContext?.appArmorProfile;
		if (asked === undefined || profile === undefined) return [];
		const at = `spec.${path}.securityContext.appArmorProfile`;
		const ofFile = asked.startsWith(localhost);
		const type = ofFile ? 'Localhost' : appArmorProfileOf(asked)?.type;
		if (type !== profile.type) return [forbiddenField(`${at}.type`, 'apparmor type in annotation and field must match')];
		if (!ofFile || asked.slice(localhost.length) === profile.localhostProfile) return [];
		return [forbiddenField(`${at}.localhostProfile`, 'apparmor profile in annotation and field must match')];
	});
}
