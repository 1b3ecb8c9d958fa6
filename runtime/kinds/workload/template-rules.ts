/** Pod templates of workloads: rules beyond those of all templates, and warnings. */
import type { PodTemplateSpec } from '../../../generated/types/core/v1.ts';
import type { Release } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue, notSupported } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { checkDnsLabel } from '../../scalars/formats.ts';
import { appArmorOnlyInAnnotations, appArmorWarning, podAnnotations } from '../pod/annotations.ts';
import { podTemplateViolations } from '../pod/template.ts';
import { podWarnings } from '../pod/warnings/index.ts';

export interface Templates {
	/** Reports all violations. `path`: field path of the template. */
	violations(template: PodTemplateSpec | undefined, path: string): Cause[];
	/** Reports writable disks in a template whose pods run on several nodes: they can be mounted on one node only. */
	diskViolations(template: PodTemplateSpec | undefined, path: string): Cause[];
	warnings(template: PodTemplateSpec | undefined, path: string): string[];
	/** Warns about the workload's name, the prefix of its pods' names and host names. */
	nameWarnings(name: string | undefined): string[];
}

export function templatesOf(vocabulary: Vocabulary, release: Release): Templates {
	const { labelDomain } = vocabulary;
	const annotations = podAnnotations(vocabulary);
	const hasAppArmorFields = compareReleases(release, '1.30') >= 0;
	const checksDisks = compareReleases(release, '1.31') < 0;
	const warnsOfNames = compareReleases(release, '1.27') >= 0;
	return {
		violations: (template = {}, path) => podTemplateViolations(template, path, labelDomain, annotations, release),
		diskViolations: (template, path) => (checksDisks ? writableDisks(template, path) : []),
		warnings({ metadata, spec = { containers: [] } } = {}, path) {
			const asked = metadata?.annotations ?? {};
			return [
				...podWarnings(asked, spec, path, annotations, release),
				...(hasAppArmorFields
					? appArmorOnlyInAnnotations(asked, spec, annotations).map((key) => `${path}.metadata.annotations[${key}]: ${appArmorWarning}`)
					: []),
			];
		},
		nameWarnings(name = '') {
			const problems = warnsOfNames ? checkDnsLabel(name) : [];
			const why = 'this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended';
			return problems.length === 0 ? [] : [`metadata.name: ${why}: [${problems.join(' ')}]`];
		},
	};
}

/** Reports whether the cause is about template metadata other than labels and annotations, which pods do not get. */
export function isUnseen({ field = '' }: Cause): boolean {
	return /(^|\.)(template|jobTemplate)\.metadata\.ownerReferences\b/.test(field);
}

/** Checks that pods that are replaced when they end have no deadline. `word`: name of the kind in messages. */
export function endingViolations(template: PodTemplateSpec | undefined, path: string, word: string): Cause[] {
	const { restartPolicy = '', activeDeadlineSeconds } = template?.spec ?? {};
	return [
		...(restartPolicy === 'Always' ? [] : [notSupported(`${path}.spec.restartPolicy`, restartPolicy, ['Always'])]),
		...(activeDeadlineSeconds === undefined ? [] : [forbiddenField(`${path}.spec.activeDeadlineSeconds`, `activeDeadlineSeconds in ${word} is not Supported`)]),
	];
}

function writableDisks(template: PodTemplateSpec | undefined, path: string): Cause[] {
	const detail = 'must be true for replicated pods > 1; GCE PD can only be mounted on multiple machines if it is read-only';
	return (template?.spec?.volumes ?? []).flatMap(({ gcePersistentDisk }, index) =>
		gcePersistentDisk && !gcePersistentDisk.readOnly ? [invalidValue(`${path}.spec.volumes[${index}].gcePersistentDisk.readOnly`, false, detail)] : [],
	);
}
