/** CronJob: its schedule is a cron expression in a known time zone; its jobs generate their own selectors. */
import type { CronJob, CronJobSpec } from '../../../generated/types/batch/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { Release } from '../../model/catalog.ts';
import { type Cause, invalidValue, notSupported } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { scheduleProblem } from '../../scalars/cron.ts';
import { timeZoneProblem } from '../../scalars/time-zones.ts';
import { dropEmptyGroups } from '../pod/rules/security.ts';
import { selectorText } from '../selector-text.ts';
import { containerCells } from '../workload/cells.ts';
import { isUnseen, templatesOf } from '../workload/template-rules.ts';
import { jobSpecViolations, jobSpecWarnings } from './job-spec.ts';

const jobPath = 'spec.jobTemplate.spec';
/** Maximum name length: job names have at most 63 characters, 11 of which are an appended timestamp. */
const longestName = 52;

export function cronJobHooks(vocabulary: Vocabulary, release: Release): KindHooks<CronJob, 'Suspend' | 'Containers' | 'Images' | 'Selector'> {
	const rules = { templates: templatesOf(vocabulary, release), release };
	const since = (first: Release): boolean => compareReleases(release, first) >= 0;
	const knowsZones = since('1.22');
	const refusesZones = since('1.29');
	const ofZone = refusesZones
		? 'cannot use TZ or CRON_TZ in spec.spec.schedule, use timeZone instead'
		: 'CRON_TZ or TZ used in spec.spec.schedule is not officially supported';
	const zoneWarnings = ({ schedule = '' }: CronJobSpec): string[] =>
		knowsZones && namesZone(schedule)
			? [`${ofZone}, see https://${vocabulary.labelDomain}/docs/concepts/workloads/controllers/cron-jobs/ for more details`]
			: [];
	const jobWarnings = ({ jobTemplate }: CronJobSpec): string[] => (jobTemplate?.spec === undefined ? [] : jobSpecWarnings(jobTemplate.spec, jobPath, rules));
	return {
		prepareForCreate: ({ spec }) => dropEmptyGroups(spec?.jobTemplate?.spec?.template?.spec),
		prepareForUpdate: ({ spec }) => dropEmptyGroups(spec?.jobTemplate?.spec?.template?.spec),
		tolerates: isUnseen,
		validate({ spec }, { subresource }) {
			if (subresource === 'status' || spec?.jobTemplate === undefined) return [];
			const job = spec.jobTemplate.spec ?? { template: {} };
			return [...scheduleViolations(spec), ...(refusesZones ? [] : bothZones(spec)), ...jobSpecViolations(job, jobPath, rules), ...choiceViolations(job)];
		},
		updateWarnings: ({ metadata }, old) => (metadata?.generation === old.metadata?.generation ? 'nothing' : 'everything'),
		validateCreate({ metadata, spec }, { warnings }) {
			const name = metadata?.name ?? '';
			const long = name.length > longestName ? [invalidValue('metadata.name', name, `must be no more than ${longestName} characters`)] : [];
			if (spec === undefined) return long;
			warnings.push(...rules.templates.nameWarnings(name), ...jobWarnings(spec), ...(refusesZones ? [] : zoneWarnings(spec)));
			return [...long, ...(refusesZones ? zoneInSchedule(spec) : []), ...timeZoneViolations(spec, since('1.27'))];
		},
		validateUpdate({ metadata, spec }, old, { subresource, warnings }) {
			if (subresource === 'status' || spec === undefined) return [];
			if (metadata?.generation !== old.metadata?.generation) warnings.push(...jobWarnings(spec));
			warnings.push(...zoneWarnings(spec));
			const { schedule = '', timeZone } = old.spec ?? {};
			const zones = timeZone === spec.timeZone ? [] : timeZoneViolations(spec, since('1.27'));
			if (!refusesZones || (schedule === spec.schedule && timeZone === spec.timeZone)) return zones;
			// A stored schedule with a time zone may keep it.
			return [...zones, ...(namesZone(schedule) ? bothZones(spec) : zoneInSchedule(spec))];
		},
		agesInCells: true,
		cells({ spec }) {
			const job = spec?.jobTemplate?.spec;
			const { suspend } = spec ?? {};
			const shown = suspend === undefined ? '<unset>' : suspend ? 'True' : 'False';
			return { Suspend: shown, ...containerCells(job?.template), Selector: selectorText(job?.selector) };
		},
	};
}

const schedulePath = 'spec.schedule';

/** Checks the schedule; an absent one is reported by the schema. */
function scheduleViolations({ schedule = '' }: CronJobSpec): Cause[] {
	const problem = schedule === '' ? undefined : scheduleProblem(schedule);
	return problem === undefined ? [] : [invalidValue(schedulePath, schedule, problem)];
}

function namesZone(schedule: string): boolean {
	return schedule.includes('TZ');
}

function bothZones({ schedule = '', timeZone }: CronJobSpec): Cause[] {
	const both = namesZone(schedule) && timeZone !== undefined;
	return both ? [invalidValue(schedulePath, schedule, 'cannot use both timeZone field and TZ or CRON_TZ in schedule')] : [];
}

function zoneInSchedule({ schedule = '' }: CronJobSpec): Cause[] {
	return namesZone(schedule) ? [invalidValue(schedulePath, schedule, 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead')] : [];
}

/** Checks the time zone. `byParts`: each part of the name is checked before the look-up. */
function timeZoneViolations({ timeZone }: CronJobSpec, byParts: boolean): Cause[] {
	const at = 'spec.timeZone';
	if (timeZone === undefined) return [];
	if (timeZone === '') return [invalidValue(at, timeZone, 'timeZone must be nil or non-empty string')];
	if (byParts && !timeZone.split('/').every((part) => /^(?!\.\.?$|-)[A-Za-z.\-_0-9+]{1,14}$/.test(part))) {
		return [invalidValue(at, timeZone, `unknown time zone ${timeZone}`)];
	}
	const problem = timeZoneProblem(timeZone);
	const local = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones';
	return [
		...(timeZone.toLowerCase() === 'local' ? [invalidValue(at, timeZone, local)] : []),
		...(problem === undefined ? [] : [invalidValue(at, timeZone, problem)]),
	];
}

function choiceViolations({ selector, manualSelector }: NonNullable<NonNullable<CronJobSpec['jobTemplate']>['spec']>): Cause[] {
	return [
		...(selector === undefined ? [] : [invalidValue(`${jobPath}.selector`, selector, '`selector` will be auto-generated')]),
		...(manualSelector === true ? [notSupported(`${jobPath}.manualSelector`, manualSelector, ['nil', 'false'])] : []),
	];
}
