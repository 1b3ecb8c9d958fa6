/** Selector of a job: the server generates it together with the pod template's labels, unless the client sets its own. */
import type { Job, JobSpec } from '../../../generated/types/batch/v1.ts';
import type { JsonValue, Release } from '../../model/catalog.ts';
import { type Cause, invalidValue, required } from '../../model/cause.ts';
import { deepEqual } from '../../model/equal.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { choosesLabels } from '../workload/selector.ts';

export interface JobLabels {
	/** Sets absent selector and labels, in place. */
	generate(job: Job): void;
	/** Reports violations. `old`: the stored job of an update. */
	violations(job: Job, old: Job | undefined): Cause[];
}

const older = { uid: 'controller-uid', name: 'job-name' } as const;

function isAsBefore(spec: JobSpec, old: JobSpec | undefined): boolean {
	const said = (of: JobSpec | undefined) => [of?.manualSelector === true, of?.selector ?? null, of?.template?.metadata?.labels ?? null] as JsonValue;
	return deepEqual(said(spec), said(old));
}

export function jobLabels({ labelDomain }: Vocabulary, release: Release): JobLabels {
	const newer = { uid: `batch.${labelDomain}/controller-uid`, name: `batch.${labelDomain}/job-name` };
	const hasNewer = compareReleases(release, '1.27') >= 0;
	const forms = hasNewer ? [older, newer] : [older];
	const chosenBy = hasNewer ? newer.uid : older.uid;
	return {
		generate({ metadata, spec }) {
			if (spec === undefined || spec.manualSelector === true) return;
			const { uid = '', name = '' } = metadata ?? {};
			const template = spec.template ?? {};
			const generated = Object.fromEntries([...forms.map((form) => [form.name, name]), ...forms.map((form) => [form.uid, uid])]);
			spec.template = { ...template, metadata: { ...template.metadata, labels: { ...generated, ...template.metadata?.labels } } };
			spec.selector = { ...spec.selector, matchLabels: { [chosenBy]: uid, ...spec.selector?.matchLabels } };
		},
		violations({ metadata, spec }, old) {
			if (spec?.selector === undefined || spec.manualSelector === true) return [];
			if (old !== undefined && isAsBefore(spec, old.spec)) return [];
			const { uid = '', name = '' } = metadata ?? {};
			const before = old?.spec?.template?.metadata?.labels;
			const wantsNewer = hasNewer && (before === undefined || (newer.uid in before && newer.name in before));
			const expected = Object.fromEntries(
				(wantsNewer ? [older, newer] : [older]).flatMap((form) => [
					[form.uid, uid],
					[form.name, name],
				]),
			);
			const labels = spec.template?.metadata?.labels ?? {};
			const causes = Object.entries(expected).flatMap(([label, value]) => {
				const at = `spec.template.metadata.labels[${label}]`;
				if (labels[label] === undefined) return [required(at, `must be '${value}'`)];
				return labels[label] === value ? [] : [invalidValue(at, labels, `must be '${value}'`)];
			});
			return choosesLabels(spec.selector, expected) === false
				? [...causes, invalidValue('spec.selector', spec.selector, '`selector` not auto-generated')]
				: causes;
		},
	};
}
