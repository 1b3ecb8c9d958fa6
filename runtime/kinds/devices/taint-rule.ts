/** DeviceTaintRule: a device selector and a taint with its start time. */
import type { DeviceTaintRule } from '../../../generated/types/resource/v1alpha3.ts';
import type { KindHooks } from '../../api/hooks.ts';
import { keptByStatus } from '../preserved-metadata.ts';
import { driverViolations, labelKeyViolations, labelViolations, poolViolations } from './device-names.ts';
import { now, stampTaints } from './slice.ts';

export const deviceTaintRuleHooks: KindHooks<DeviceTaintRule> = {
	preservedMetadata: keptByStatus,
	prepareForCreate: ({ spec }) => stampTaints(spec?.taint === undefined ? [] : [spec.taint]),
	prepareForUpdate({ spec }, { spec: old }) {
		if (spec?.taint === undefined) return;
		stampTaints([spec.taint]);
		// A changed effect resets the time, unless the client changes it too.
		if (spec.taint.effect !== old?.taint?.effect && spec.taint.timeAdded === old?.taint?.timeAdded) spec.taint.timeAdded = now();
	},
	validate({ spec: { deviceSelector: { driver, pool, device } = {}, taint } }, { subresource }) {
		if (subresource === 'status') return [];
		return [
			...(driver === undefined ? [] : driverViolations(driver, 'spec.deviceSelector.driver')),
			...(pool === undefined ? [] : poolViolations(pool, 'spec.deviceSelector.pool')),
			...(device === undefined ? [] : labelViolations(device, 'spec.deviceSelector.device')),
			...labelKeyViolations(taint?.key ?? '', 'spec.taint.key'),
		];
	},
};
