/** Volumes are no paths of the node. */
import { type Check, type FindViolation, plural, quotedList } from './check.ts';

const find: FindViolation = ({ spec }) => {
	const names = (spec.volumes ?? []).filter(({ hostPath }) => hostPath !== undefined).map(({ name }) => name);
	return names.length === 0 ? undefined : { reason: 'hostPath volumes', detail: `${plural('volume', names.length)} ${quotedList(names)}` };
};

export const hostPathVolumes: Check = { name: 'hostPathVolumes', level: 'baseline', versions: [{ from: 0, find }] };
