/**
 * DefaultTolerationSeconds: lets pods stay for a while on a node that is not ready or unreachable (seed 3, "Built-in admission plugins"). A
 * pod's own toleration of either taint takes precedence.
 */
import type { Pod, Toleration } from '../../../generated/types/core/v1.ts';
import type { Flag } from '../../api/flag.ts';
import { integer } from '../../api/flag-value.ts';
import type { AdmissionPlugin } from '../contract.ts';

const seconds = (name: string, taint: string): Flag<number> => ({
	name: `default-${name}-toleration-seconds`,
	value: 'SECONDS',
	help: `Seconds for which pods tolerate the taint ${taint}:NoExecute, unless the pods specify a toleration of it.`,
	default: 300,
	shown: '300',
	parse: (value) => integer(value, 0, Number.MAX_SAFE_INTEGER),
});

const notReady = seconds('not-ready', 'not-ready');
const unreachable = seconds('unreachable', 'unreachable');

export const defaultTolerationSeconds: AdmissionPlugin = {
	name: 'DefaultTolerationSeconds',
	flags: [notReady, unreachable],
	onByDefault: { from: '1.0' },
	operations: ['CREATE', 'UPDATE'],
	only: () => ['pods'],
	start({ flags, vocabulary: { labelDomain } }) {
		const defaults = [
			{ key: `node.${labelDomain}/not-ready`, tolerationSeconds: flags.of(notReady) },
			{ key: `node.${labelDomain}/unreachable`, tolerationSeconds: flags.of(unreachable) },
		];
		return {
			mutate({ kind, subresource, object }) {
				if (kind.storageName !== 'pods' || subresource !== '') return;
				const { spec } = object as Pod;
				if (spec === undefined) return;
				const given = spec.tolerations ?? [];
				const added = defaults
					.filter(({ key }) => !given.some((one) => tolerates(one, key)))
					.map((one): Toleration => ({ ...one, operator: 'Exists', effect: 'NoExecute' }));
				if (added.length > 0) spec.tolerations = [...given, ...added];
			},
		};
	},
};

/** Reports whether the toleration applies to the taint, whatever its operator. */
function tolerates({ key, effect }: Toleration, taint: string): boolean {
	return (!key || key === taint) && (!effect || effect === 'NoExecute');
}
