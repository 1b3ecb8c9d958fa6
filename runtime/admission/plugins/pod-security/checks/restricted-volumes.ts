/** Volumes come from the API, from claims, or live as long as the pod. */
import type { Volume } from '../../../../../generated/types/core/v1.ts';
import { type Check, type CheckServer, type FindViolation, isSince, plural, quotedList, sorted } from './check.ts';

type VolumeType = Exclude<keyof Volume, 'name'>;

const allowed: readonly VolumeType[] = ['configMap', 'csi', 'downwardAPI', 'emptyDir', 'ephemeral', 'persistentVolumeClaim', 'projected', 'secret'];

const restricted: readonly VolumeType[] = [
	'hostPath',
	'gcePersistentDisk',
	'awsElasticBlockStore',
	'gitRepo',
	'nfs',
	'iscsi',
	'glusterfs',
	'rbd',
	'flexVolume',
	'cinder',
	'cephfs',
	'flocker',
	'fc',
	'azureFile',
	'vsphereVolume',
	'quobyte',
	'azureDisk',
	'photonPersistentDisk',
	'portworxVolume',
	'scaleIO',
	'storageos',
];

function isAllowed(volume: Volume, server: CheckServer): boolean {
	return allowed.some((type) => volume[type] !== undefined) || (volume.image !== undefined && isSince(server, '1.33'));
}

const find: FindViolation = ({ spec }, server) => {
	const volumes = (spec.volumes ?? []).filter((volume) => !isAllowed(volume, server));
	if (volumes.length === 0) return undefined;
	const names = volumes.map(({ name }) => name);
	const types = sorted(volumes.map((volume) => restricted.find((type) => volume[type] !== undefined) ?? 'unknown'));
	const [noun, verb] = [plural('volume', names.length), plural('uses', names.length, 'use')];
	return {
		reason: 'restricted volume types',
		detail: `${noun} ${quotedList(names)} ${verb} ${plural('restricted volume type', types.length)} ${quotedList(types)}`,
	};
};

export const restrictedVolumes: Check = {
	name: 'restrictedVolumes',
	level: 'restricted',
	versions: [{ from: 0, find, replaces: ['hostPathVolumes'] }],
};
