/** Deletes certificate requests of pods a quarter of an hour after they are made: each flow of a node's agent is shorter (KEP-4317). */
import type { PodCertificateRequest } from '../../../generated/types/certificates/v1beta1.ts';
import { ApiError } from '../../api/errors.ts';
import { parseWhole } from '../../codec/item-form.ts';
import { noDeleteOptions } from '../../verbs/delete/options.ts';
import type { Controller, ControllerContext } from '../contract.ts';
import { startLoop } from '../loop.ts';
import { groupByRole } from './request.ts';

const keptMs = 15 * 60_000;

export const podCertificateRequestCleaner: Controller = {
	name: 'podcertificaterequest-cleaner-controller',
	purpose: 'deletes certificate requests of pods after a quarter of an hour',
	identity: 'podcertificaterequestcleaner',
	rules: [{ verbs: ['get', 'list', 'watch', 'delete'], groups: [groupByRole], resources: ['podcertificaterequests'] }],
	start(context) {
		const storageName = `podcertificaterequests.certificates.${context.verbs.vocabulary.groupDomain}`;
		if (context.verbs.stored(storageName) === undefined) return { stop: async () => {} };
		const loop = startLoop(context, {
			name: podCertificateRequestCleaner.name,
			follows: (add) => [{ storageName, seen: (type, { namespace, name }) => (type === 'DELETED' ? undefined : add(`${namespace}/${name}`)) }],
			async work(key) {
				const leftMs = await clean(context, storageName, key);
				if (leftMs !== undefined) loop.againAfter(key, leftMs);
			},
		});
		return loop;
	},
};

/** Deletes the request when its time is over. Returns the time that it has left otherwise. */
async function clean({ verbs, actor }: ControllerContext, storageName: string, key: string): Promise<number | undefined> {
	const [namespace = '', name = ''] = key.split('/');
	const found = verbs.cache.get(storageName, namespace, name);
	if (found === undefined) return undefined;
	const { metadata } = parseWhole(found) as object as PodCertificateRequest;
	const leftMs = Date.parse(metadata?.creationTimestamp ?? '') + keptMs - Date.now();
	if (leftMs > 0) return leftMs;
	try {
		await actor.delete({ storageName, namespace, name }, { ...noDeleteOptions, preconditions: { uid: metadata?.uid, resourceVersion: undefined } });
	} catch (error) {
		// Another client deleted the request, or replaced it by one that is seen on its own.
		if (!(error instanceof ApiError && (error.reason === 'NotFound' || error.reason === 'Conflict'))) throw error;
	}
	return undefined;
}
