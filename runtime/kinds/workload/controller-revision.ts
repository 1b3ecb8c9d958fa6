/** ControllerRevision: opaque data of a controller, which must be an object from 1.31 on. */
import type { ControllerRevision } from '../../../generated/types/apps/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { Release } from '../../model/catalog.ts';
import { required } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';

const missing = required('data', 'data is mandatory');

function isGiven(data: unknown): boolean {
	return data !== undefined && data !== null;
}

export function controllerRevisionHooks(release: Release): KindHooks<ControllerRevision, 'Controller'> {
	const asksForObject = compareReleases(release, '1.31') >= 0;
	return {
		validate: ({ data }) => (asksForObject || isGiven(data) ? [] : [missing]),
		validateCreate({ data }) {
			if (!asksForObject) return [];
			if (!isGiven(data)) return [missing];
			return typeof data === 'object' && !Array.isArray(data) ? [] : [required('data', 'data must be a valid JSON object')];
		},
		agesInCells: true,
		cells({ metadata }) {
			const { apiVersion = '', kind = '', name = '' } = metadata?.ownerReferences?.find(({ controller }) => controller === true) ?? {};
			if (kind === '') return { Controller: '<none>' };
			const group = apiVersion.includes('/') ? `.${apiVersion.slice(0, apiVersion.indexOf('/'))}` : '';
			return { Controller: `${`${kind}${group}`.toLowerCase()}/${name}` };
		},
	};
}
