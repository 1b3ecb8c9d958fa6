/** Tests of the validation of long lists of pods, which call `run` for each validation. */
import { describe, expect, it } from 'vitest';
import type { ContainerStatus, Pod, PodSpec } from '../../generated/types/core/v1.ts';
import { containerViolations } from '../../runtime/kinds/pod/rules/containers.ts';
import { addressViolations, podStatusViolations } from '../../runtime/kinds/pod/status.ts';
import { podUpdateViolations } from '../../runtime/kinds/pod/update.ts';
import type { Cause } from '../../runtime/model/cause.ts';

export function validatesLongLists(many: number, run: (validate: () => Cause[]) => Cause[]): void {
	const list = <T>(make: (index: number) => T, length = many): T[] => Array.from({ length }, (_, index) => make(index));
	describe('a long list', () => {
		it('with tolerations may be reordered', () => {
			const spec = (tolerationSeconds: number): PodSpec => ({ containers: [], tolerations: list((index) => ({ key: `key-${index}`, tolerationSeconds })) });
			const next = { ...spec(2), tolerations: spec(2).tolerations?.reverse() ?? [] };
			expect(run(() => podUpdateViolations(next, spec(1)))).toEqual([]);
			next.tolerations[7] = { key: 'another' };
			expect(podUpdateViolations(next, spec(1)).map(({ field }) => field)).toEqual(['spec.tolerations']);
		});

		it('with mounts and devices has no name or path twice', () => {
			const volumeMounts = list((index) => ({ name: `mount-${index}`, mountPath: `/mounts/${index}` }));
			const volumeDevices = list((index) => ({ name: `device-${index}`, devicePath: `/devices/${index}` }));
			const volumes = [...volumeMounts, ...volumeDevices].map(({ name }) => ({ name, persistentVolumeClaim: { claimName: 'c' } }));
			const spec = (): PodSpec => ({ containers: [{ name: 'c', image: 'i', volumeMounts, volumeDevices }], volumes });
			expect(run(() => containerViolations(spec(), 'spec', ''))).toEqual([]);
			volumeDevices[3] = { name: 'mount-5', devicePath: '/mounts/6' };
			const said = containerViolations(spec(), 'spec', '').filter(({ field }) => field?.includes('volumeDevices[3]'));
			expect(said.map(({ message }) => message)).toEqual([
				expect.stringContaining('must not already exist in volumeMounts'),
				expect.stringContaining('must not already exist as a path in volumeMounts'),
			]);
		});

		it('with addresses has none twice', () => {
			const podIPs = list((index) => ({ ip: `10.1.${index >> 8}.${index & 255}` }), 3 * many);
			expect(run(() => addressViolations({ podIPs })).map(({ reason }) => reason)).toEqual(['FieldValueInvalid']);
			podIPs[9] = { ip: '10.1.0.0' };
			expect(addressViolations({ podIPs }).map(({ field }) => field)).toEqual(['status.podIPs', 'status.podIPs[9]']);
		});

		it('with ended containers lets none run again', () => {
			const ended = (name: string): ContainerStatus => ({
				name,
				image: 'i',
				imageID: '',
				ready: false,
				restartCount: 0,
				state: { terminated: { exitCode: 0 } },
			});
			const pod = (containerStatuses: ContainerStatus[]): Pod => ({ spec: { containers: [], restartPolicy: 'Never' }, status: { containerStatuses } });
			const before = list((index) => ended(`c-${index}`));
			const next = [...before].reverse();
			expect(run(() => podStatusViolations(pod(next), pod(before)))).toEqual([]);
			next[0] = { ...ended(`c-${many - 1}`), state: { running: {} } };
			expect(podStatusViolations(pod(next), pod(before)).map(({ field }) => field)).toEqual([`status.containerStatuses[${many - 1}].state`]);
			// Two entries say that the container has ended.
			next.push(ended(`c-${many - 1}`));
			expect(podStatusViolations(pod(next), pod(before))).toEqual([]);
		});
	});
}
