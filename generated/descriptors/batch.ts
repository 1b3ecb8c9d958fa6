// Generated from the specs. Edit those: this file is overwritten.
import type { TypeDescriptor } from '../../runtime/model/catalog.ts';
import { words } from '../vocabulary.ts';

export const types: Readonly<Record<string, () => TypeDescriptor>> = {
	'batch/v1.CronJob': () => ({
		name: 'batch/v1.CronJob',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'batch/v1.CronJobSpec' }, number: 2, presence: 'always', mayBeEmpty: true, history: [{ from: '1.36', set: { required: true } }] },
			{ name: 'status', schema: { kind: 'struct', type: 'batch/v1.CronJobStatus' }, number: 3, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.CronJob`,
	}),
	'batch/v1.CronJobList': () => ({
		name: 'batch/v1.CronJobList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'batch/v1.CronJob' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.CronJobList`,
	}),
	'batch/v1.CronJobSpec': () => ({
		name: 'batch/v1.CronJobSpec',
		fields: [
			{ name: 'schedule', schema: { kind: 'string' }, number: 1, presence: 'always', required: true },
			{ name: 'timeZone', schema: { kind: 'string' }, number: 8, gate: 'CronJobTimeZone', introduced: '1.24' },
			{ name: 'startingDeadlineSeconds', schema: { kind: 'int64', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 2 },
			{ name: 'concurrencyPolicy', schema: { kind: 'string', enum: ['Allow', 'Forbid', 'Replace'] }, number: 3, presence: 'omitZero', default: 'Allow' },
			{ name: 'suspend', schema: { kind: 'boolean' }, number: 4, default: false },
			{ name: 'jobTemplate', schema: { kind: 'struct', type: 'batch/v1.JobTemplateSpec' }, number: 5, presence: 'always', required: true },
			{ name: 'successfulJobsHistoryLimit', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 6, default: 3 },
			{ name: 'failedJobsHistoryLimit', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 7, default: 1 },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.CronJobSpec`,
	}),
	'batch/v1.CronJobStatus': () => ({
		name: 'batch/v1.CronJobStatus',
		fields: [
			{ name: 'active', schema: { kind: 'list', items: { kind: 'struct', type: 'core/v1.ObjectReference' }, listType: 'atomic' }, number: 1, presence: 'omitZero' },
			{ name: 'lastScheduleTime', schema: { kind: 'time' }, number: 4 },
			{ name: 'lastSuccessfulTime', schema: { kind: 'time' }, number: 5, introduced: '1.20' },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.CronJobStatus`,
	}),
	'batch/v1.Job': () => ({
		name: 'batch/v1.Job',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'batch/v1.JobSpec' }, number: 2, presence: 'always' },
			{ name: 'status', schema: { kind: 'struct', type: 'batch/v1.JobStatus' }, number: 3, presence: 'always' },
		],
		rules: [{ rule: 'derive', argument: [{ field: 'spec.completions', when: '!has(self.spec.completions) && !has(self.spec.parallelism)', value: 1 }, { field: 'spec.parallelism', when: '!has(self.spec.parallelism)', value: 1 }, { field: 'spec.backoffLimit', when: '!has(self.spec.backoffLimit) && has(self.spec.backoffLimitPerIndex)', value: 2147483647 }, { field: 'spec.backoffLimit', when: '!has(self.spec.backoffLimit)', value: 6 }, { field: 'spec.completionMode', value: 'NonIndexed' }, { field: 'spec.suspend', value: false }, { field: 'spec.podReplacementPolicy', when: 'has(self.spec.podFailurePolicy)', value: 'Failed' }, { field: 'spec.podReplacementPolicy', value: 'TerminatingOrFailed' }] }],
		openapi: `${words.groupDomainReversed}.api.batch.v1.Job`,
	}),
	'batch/v1.JobCondition': () => ({
		name: 'batch/v1.JobCondition',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'lastProbeTime', schema: { kind: 'time' }, number: 3, presence: 'always' },
			{ name: 'lastTransitionTime', schema: { kind: 'time' }, number: 4, presence: 'always' },
			{ name: 'reason', schema: { kind: 'string' }, number: 5, presence: 'omitZero' },
			{ name: 'message', schema: { kind: 'string' }, number: 6, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.JobCondition`,
	}),
	'batch/v1.JobList': () => ({
		name: 'batch/v1.JobList',
		fields: [
			{ name: 'kind', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'apiVersion', schema: { kind: 'string' }, presence: 'omitZero' },
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ListMeta' }, number: 1, presence: 'always' },
			{ name: 'items', schema: { kind: 'list', items: { kind: 'struct', type: 'batch/v1.Job' } }, number: 2, presence: 'always', required: true },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.JobList`,
	}),
	'batch/v1.JobSpec': () => ({
		name: 'batch/v1.JobSpec',
		fields: [
			{ name: 'parallelism', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 1 },
			{ name: 'completions', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 2 },
			{ name: 'activeDeadlineSeconds', schema: { kind: 'int64', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 3 },
			{ name: 'podFailurePolicy', schema: { kind: 'struct', type: 'batch/v1.PodFailurePolicy' }, number: 11, gate: 'JobPodFailurePolicy', introduced: '1.25' },
			{ name: 'successPolicy', schema: { kind: 'struct', type: 'batch/v1.SuccessPolicy' }, number: 16, gate: 'JobSuccessPolicy', introduced: '1.30' },
			{ name: 'backoffLimit', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 7 },
			{ name: 'backoffLimitPerIndex', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 12, gate: 'JobBackoffLimitPerIndex', introduced: '1.28' },
			{ name: 'maxFailedIndexes', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 13, gate: 'JobBackoffLimitPerIndex', introduced: '1.28' },
			{ name: 'selector', schema: { kind: 'struct', type: 'meta/v1.LabelSelector' }, number: 4 },
			{ name: 'manualSelector', schema: { kind: 'boolean' }, number: 5 },
			{ name: 'template', schema: { kind: 'struct', type: 'core/v1.PodTemplateSpec' }, number: 6, presence: 'always', required: true },
			{ name: 'ttlSecondsAfterFinished', schema: { kind: 'int32', rules: [{ rule: 'minimum', argument: 0, message: 'must be greater than or equal to 0' }] }, number: 8, gate: 'TTLAfterFinished', introduced: '1.12' },
			{ name: 'completionMode', schema: { kind: 'string', enum: ['Indexed', 'NonIndexed'], markedSince: '1.26' }, number: 9, gate: 'IndexedJob', introduced: '1.21' },
			{ name: 'suspend', schema: { kind: 'boolean' }, number: 10, gate: 'SuspendJob', introduced: '1.21' },
			{ name: 'podReplacementPolicy', schema: { kind: 'string', enum: ['Failed', 'TerminatingOrFailed'], enumOpen: true }, number: 14, gate: 'JobPodReplacementPolicy', introduced: '1.28' },
			{ name: 'managedBy', schema: { kind: 'string' }, number: 15, gate: 'JobManagedBy', introduced: '1.30' },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.JobSpec`,
	}),
	'batch/v1.JobStatus': () => ({
		name: 'batch/v1.JobStatus',
		fields: [
			{ name: 'conditions', schema: { kind: 'list', items: { kind: 'struct', type: 'batch/v1.JobCondition' }, listType: 'atomic' }, number: 1, presence: 'omitZero', patchStrategy: ['merge'], patchMergeKey: 'type' },
			{ name: 'startTime', schema: { kind: 'time' }, number: 2 },
			{ name: 'completionTime', schema: { kind: 'time' }, number: 3 },
			{ name: 'active', schema: { kind: 'int32' }, number: 4, presence: 'omitZero' },
			{ name: 'succeeded', schema: { kind: 'int32' }, number: 5, presence: 'omitZero' },
			{ name: 'failed', schema: { kind: 'int32' }, number: 6, presence: 'omitZero' },
			{ name: 'terminating', schema: { kind: 'int32' }, number: 11, gate: 'JobPodReplacementPolicy', introduced: '1.28' },
			{ name: 'completedIndexes', schema: { kind: 'string' }, number: 7, presence: 'omitZero', introduced: '1.21' },
			{ name: 'failedIndexes', schema: { kind: 'string' }, number: 10, gate: 'JobBackoffLimitPerIndex', introduced: '1.28' },
			{ name: 'uncountedTerminatedPods', schema: { kind: 'struct', type: 'batch/v1.UncountedTerminatedPods' }, number: 8, introduced: '1.22' },
			{ name: 'ready', schema: { kind: 'int32' }, number: 9, introduced: '1.22' },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.JobStatus`,
	}),
	'batch/v1.JobTemplateSpec': () => ({
		name: 'batch/v1.JobTemplateSpec',
		fields: [
			{ name: 'metadata', schema: { kind: 'struct', type: 'meta/v1.ObjectMeta' }, number: 1, presence: 'always' },
			{ name: 'spec', schema: { kind: 'struct', type: 'batch/v1.JobSpec' }, number: 2, presence: 'always' },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.JobTemplateSpec`,
	}),
	'batch/v1.PodFailurePolicy': () => ({
		name: 'batch/v1.PodFailurePolicy',
		fields: [
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'batch/v1.PodFailurePolicyRule' }, listType: 'atomic' }, number: 1, presence: 'nullable', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.PodFailurePolicy`,
	}),
	'batch/v1.PodFailurePolicyOnExitCodesRequirement': () => ({
		name: 'batch/v1.PodFailurePolicyOnExitCodesRequirement',
		fields: [
			{ name: 'containerName', schema: { kind: 'string' }, number: 1 },
			{ name: 'operator', schema: { kind: 'string', enum: ['In', 'NotIn'], enumOpen: true }, number: 2, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'values', schema: { kind: 'list', items: { kind: 'int32' }, listType: 'set', mayRepeat: 'silently' }, number: 3, presence: 'nullable', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.PodFailurePolicyOnExitCodesRequirement`,
	}),
	'batch/v1.PodFailurePolicyOnPodConditionsPattern': () => ({
		name: 'batch/v1.PodFailurePolicyOnPodConditionsPattern',
		fields: [
			{ name: 'type', schema: { kind: 'string' }, number: 1, presence: 'always', required: true, mayBeEmpty: true },
			{ name: 'status', schema: { kind: 'string' }, number: 2, presence: 'always', required: true, default: 'True', mayBeEmpty: true, history: [{ from: '1.35', set: { required: false } }] },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.PodFailurePolicyOnPodConditionsPattern`,
	}),
	'batch/v1.PodFailurePolicyRule': () => ({
		name: 'batch/v1.PodFailurePolicyRule',
		fields: [
			{ name: 'action', schema: { kind: 'string', enum: ['Count', 'FailJob', 'Ignore'], enumOpen: true }, number: 1, presence: 'always', required: true, mayBeEmpty: true, history: [{ from: '1.28', set: { schema: { kind: 'string', enum: ['Count', 'FailIndex', 'FailJob', 'Ignore'], enumOpen: true } } }] },
			{ name: 'onExitCodes', schema: { kind: 'struct', type: 'batch/v1.PodFailurePolicyOnExitCodesRequirement' }, number: 2 },
			{ name: 'onPodConditions', schema: { kind: 'list', items: { kind: 'struct', type: 'batch/v1.PodFailurePolicyOnPodConditionsPattern' }, listType: 'atomic' }, number: 3, presence: 'omitZero', mayBeEmpty: true, history: [{ from: '1.26', set: { required: true } }, { from: '1.27', set: { required: false } }] },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.PodFailurePolicyRule`,
	}),
	'batch/v1.SuccessPolicy': () => ({
		name: 'batch/v1.SuccessPolicy',
		fields: [
			{ name: 'rules', schema: { kind: 'list', items: { kind: 'struct', type: 'batch/v1.SuccessPolicyRule' }, listType: 'atomic' }, number: 1, presence: 'nullable', required: true, mayBeEmpty: true },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.SuccessPolicy`,
	}),
	'batch/v1.SuccessPolicyRule': () => ({
		name: 'batch/v1.SuccessPolicyRule',
		fields: [
			{ name: 'succeededIndexes', schema: { kind: 'string' }, number: 1 },
			{ name: 'succeededCount', schema: { kind: 'int32' }, number: 2 },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.SuccessPolicyRule`,
	}),
	'batch/v1.UncountedTerminatedPods': () => ({
		name: 'batch/v1.UncountedTerminatedPods',
		fields: [
			{ name: 'succeeded', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 1, presence: 'omitZero' },
			{ name: 'failed', schema: { kind: 'list', items: { kind: 'string' }, listType: 'set', mayRepeat: 'silently' }, number: 2, presence: 'omitZero' },
		],
		openapi: `${words.groupDomainReversed}.api.batch.v1.UncountedTerminatedPods`,
	}),
};
