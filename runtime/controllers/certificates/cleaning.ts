/**
 * Deletes old certificate requests (seed 3, "Cleanup"): decided or failed ones after an hour, undecided ones after a day, all when their
 * certificate expires.
 */
import { X509Certificate } from 'node:crypto';
import type { CertificateSigningRequest } from '../../../generated/types/certificates/v1.ts';
import { ApiError } from '../../api/errors.ts';
import type { Release } from '../../model/catalog.ts';
import { compareReleases } from '../../model/release.ts';
import { noDeleteOptions } from '../../verbs/delete/options.ts';
import { pemBlocks } from '../../wire/pem.ts';
import type { Controller, ControllerContext } from '../contract.ts';
import { startLoop } from '../loop.ts';
import { groupByRole, identity, isIssued, requestOf, requestsResource } from './request.ts';

const hourMs = 3_600_000;
const decidedMs = hourMs;
const pendingMs = 24 * hourMs;

export const csrCleaner: Controller = {
	name: 'csrcleaner',
	purpose: 'deletes certificate requests that are decided, failed, abandoned or expired',
	identity,
	rules: [{ verbs: ['get', 'list', 'watch', 'delete'], groups: [groupByRole], resources: ['certificatesigningrequests'] }],
	start(context) {
		const storageName = requestsResource(context.verbs.vocabulary);
		if (context.verbs.stored(storageName) === undefined) return { stop: async () => {} };
		const loop = startLoop(context, {
			name: csrCleaner.name,
			follows: (add) => [{ storageName, seen: (type, { name }) => (type === 'DELETED' ? undefined : add(name)) }],
			async work(name) {
				const leftMs = await clean(context, storageName, name);
				if (leftMs !== undefined) loop.againAfter(name, leftMs);
			},
		});
		return loop;
	},
};

/** Deletes the request when its time is over. Otherwise returns the remaining time. */
async function clean({ verbs, actor, kinds }: ControllerContext, storageName: string, name: string): Promise<number | undefined> {
	const found = verbs.cache.get(storageName, '', name);
	if (found === undefined) return undefined;
	const request = requestOf(found);
	const endMs = endOf(request, kinds.release);
	if (endMs === undefined) return undefined;
	const leftMs = endMs - Date.now();
	if (leftMs > 0) return leftMs;
	const { uid, resourceVersion } = request.metadata ?? {};
	try {
		await actor.delete({ storageName, namespace: '', name }, { ...noDeleteOptions, preconditions: { uid, resourceVersion } });
	} catch (error) {
		// A changed request causes an event.
		if (!(error instanceof ApiError && (error.reason === 'NotFound' || error.reason === 'Conflict'))) throw error;
	}
	return undefined;
}

/** Returns the time at which a request is deleted, in milliseconds since the epoch; undefined: never. */
export function endOf(request: CertificateSigningRequest, release: Release): number | undefined {
	const { metadata, status } = request;
	const conditions = status?.conditions ?? [];
	if (conditions.length === 0) return after(metadata?.creationTimestamp, pendingMs);
	// In 1.25 every approved request is deleted; later releases leave the signer a day.
	const isLeft = !isIssued(request) && compareReleases(release, '1.25') > 0;
	const ends = conditions.flatMap(({ type, lastUpdateTime }) => {
		const keptMs = type === 'Approved' && isLeft ? pendingMs : decidedMs;
		const endMs = ['Approved', 'Denied', 'Failed'].includes(type) ? after(lastUpdateTime, keptMs) : undefined;
		return endMs === undefined ? [] : [endMs];
	});
	const expiry = expiryOf(status?.certificate);
	if (expiry !== undefined && conditions.some(({ type }) => type === 'Approved')) ends.push(expiry);
	return ends.length === 0 ? undefined : Math.min(...ends);
}

function after(time: string | null | undefined, keptMs: number): number | undefined {
	const ms = Date.parse(time ?? '');
	return Number.isNaN(ms) ? undefined : ms + keptMs;
}

/** Returns the expiry of the first certificate in `base64`; undefined without one or for invalid data. */
function expiryOf(base64 = ''): number | undefined {
	const [block] = pemBlocks(Buffer.from(base64, 'base64').toString('latin1'));
	if (block === undefined) return undefined;
	try {
		return new X509Certificate(block.bytes).validToDate.getTime();
	} catch (error) {
		// Another component signs and may have written anything.
		if (error instanceof Error) return undefined;
		throw error;
	}
}
