/** Job: its selector and pod labels are generated; its pod template is immutable (seed 1, "Jobs"). */
import type { Job } from '../../../generated/types/batch/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { Release } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue, required } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { Aged, humanDuration } from '../../scalars/age.ts';
import { checkDnsLabel } from '../../scalars/formats.ts';
import { dropEmptyGroups } from '../pod/rules/security.ts';
import { selectorText } from '../selector-text.ts';
import { containerCells } from '../workload/cells.ts';
import { choosesLabels, mismatch } from '../workload/selector.ts';
import { isUnseen, templatesOf } from '../workload/template-rules.ts';
import { jobChanges } from './job-changes.ts';
import { jobLabels } from './job-selector.ts';
import { isIndexed, jobSpecViolations, jobSpecWarnings } from './job-spec.ts';
import { countViolations, hasCondition, managedViolations, successViolations } from './job-status.ts';

type Columns = 'Status' | 'Completions' | 'Duration' | 'Containers' | 'Images' | 'Selector';

export function jobHooks(vocabulary: Vocabulary, gates: ReadonlyMap<string, boolean>, release: Release): KindHooks<Job, Columns> {
	const since = (first: Release): boolean => compareReleases(release, first) >= 0;
	const rules = { templates: templatesOf(vocabulary, release), release };
	const labels = jobLabels(vocabulary, release);
	const changes = jobChanges(gates, release);
	const tracking = trackingAnnotation(vocabulary, gates, release);
	return {
		normalize(job) {
			const { spec } = job;
			takeLabels(job);
			if (since('1.29') && spec !== undefined) spec.manualSelector ??= false;
		},
		prepareForCreate(job) {
			dropEmptyGroups(job.spec?.template?.spec);
			tracking?.set(job);
			const { metadata, spec } = job;
			const taken = metadata?.labels === spec?.template?.metadata?.labels;
			labels.generate(job);
			if (taken && metadata !== undefined) delete metadata.labels;
			takeLabels(job);
		},
		prepareForUpdate(job) {
			dropEmptyGroups(job.spec?.template?.spec);
			// A status write may omit the template.
			takeLabels(job);
		},
		tolerates: isUnseen,
		validate(job, { subresource }) {
			const { spec, status } = job;
			if (subresource === 'status') return countViolations(status ?? {});
			if (spec === undefined) return [];
			return [...jobSpecViolations(spec, 'spec', rules), ...choiceViolations(job), ...podNameViolations(job)];
		},
		updateWarnings: ({ metadata }, old) => (metadata?.generation === old.metadata?.generation ? 'nothing' : 'everything'),
		validateCreate(job, { warnings }) {
			warnings.push(...rules.templates.nameWarnings(job.metadata?.name), ...(job.spec === undefined ? [] : jobSpecWarnings(job.spec, 'spec', rules)));
			return labels.violations(job, undefined);
		},
		validateUpdate(job, old, { subresource, warnings }) {
			if (subresource === 'status') {
				return [...(since('1.30') ? successViolations(job, old) : []), ...(gates.get('JobManagedBy') === true ? managedViolations(job, old) : [])];
			}
			if (job.spec === undefined) return [];
			if (job.metadata?.generation !== old.metadata?.generation) warnings.push(...jobSpecWarnings(job.spec, 'spec', rules));
			return [...(tracking?.violations(job, old) ?? []), ...labels.violations(job, old), ...changes.violations(job.spec, old)];
		},
		agesInCells: true,
		cells: (job) => ({ ...progressCells(job), ...containerCells(job.spec?.template), Selector: selectorText(job.spec?.selector ?? {}) }),
	};
}

/** Gives a job without labels those of its pod template. Both refer to the same object, so that labels generated later are in both. */
function takeLabels(job: Job): void {
	const { metadata = {}, spec } = job;
	const labels = spec?.template?.metadata?.labels;
	if (labels !== undefined && Object.keys(metadata.labels ?? {}).length === 0) job.metadata = { ...metadata, labels };
}

/** Returns the rules of the annotation by which releases up to 1.27 mark jobs whose pods have tracking finalizers. */
function trackingAnnotation({ labelDomain }: Vocabulary, gates: ReadonlyMap<string, boolean>, release: Release) {
	const key = `batch.${labelDomain}/job-tracking`;
	if (compareReleases(release, '1.28') >= 0 || compareReleases(release, '1.22') < 0) return undefined;
	const isMarked = ({ metadata }: Job): boolean => metadata?.annotations?.[key] !== undefined;
	return {
		set(job: Job): void {
			const { [key]: _mark, ...others } = job.metadata?.annotations ?? {};
			const annotations = gates.get('JobTrackingWithFinalizers') === true ? { ...others, [key]: '' } : others;
			job.metadata = { ...job.metadata, annotations };
		},
		violations: (job: Job, old: Job): Cause[] =>
			isMarked(job) && !isMarked(old) ? [forbiddenField(`metadata.annotations[${key}]`, 'cannot add this annotation')] : [],
	};
}

function choiceViolations({ spec }: Job): Cause[] {
	const { selector, template } = spec ?? {};
	const labels = template?.metadata?.labels ?? {};
	if (selector === undefined) return [required('spec.selector'), mismatch(labels)];
	return choosesLabels(selector, labels) === false ? [mismatch(labels)] : [];
}

/** Checks that the name leaves room for the index in pod host names. */
function podNameViolations({ metadata, spec }: Job): Cause[] {
	const { completions = 0 } = spec ?? {};
	if (spec === undefined || !isIndexed(spec) || completions <= 0) return [];
	const name = metadata?.name ?? '';
	const last = `${name}-${completions - 1}`;
	return checkDnsLabel(last).length === 0 ? [] : [invalidValue('metadata.name', name, `will not able to create pod with invalid DNS label: ${last}`)];
}

function progressCells({ metadata, spec, status = {} }: Job) {
	const { completions, parallelism = 0 } = spec ?? {};
	const { succeeded = 0, startTime, completionTime } = status;
	const wanted = completions ?? (parallelism > 1 ? `1 of ${parallelism}` : 1);
	return {
		Status: stateOf(status, metadata?.deletionTimestamp !== undefined),
		Completions: `${succeeded}/${wanted}`,
		Duration:
			startTime === undefined ? '' : completionTime === undefined ? new Aged(startTime) : humanDuration(Date.parse(completionTime) - Date.parse(startTime)),
	};
}

function stateOf(status: NonNullable<Job['status']>, isLeaving: boolean): string {
	const ended = ['Complete', 'Failed'].find((type) => hasCondition(status, type));
	if (ended !== undefined) return ended;
	if (isLeaving) return 'Terminating';
	return ['Suspended', 'FailureTarget', 'SuccessCriteriaMet'].find((type) => hasCondition(status, type)) ?? 'Running';
}
