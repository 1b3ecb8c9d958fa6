/**
 * ServiceAccount of a pod. A controller creates the account `default` shortly after its namespace. A pod that is created before waits for
 * it.
 */
import type { ServiceAccount } from '../../../generated/types/core/v1.ts';
import { CompactedError } from '../../storage/store.ts';
import type { WatchCache } from '../../watch/contract.ts';
import type { AdmissionRequest } from '../contract.ts';
import { refused } from '../forbidden-error.ts';
import type { Lookup } from '../lookup.ts';

export const defaultName = 'default';
/** Maximum wait for the account `default`. kube-apiserver asks ten times, with pauses of 0.1 to 0.2 s. */
const longestWaitMs = 1_500;

export interface AccountReader {
	readonly cache: WatchCache;
	readonly accounts: Lookup<ServiceAccount>;
	/** Text for the error when nothing creates the account `default`. Empty when its controller runs. */
	readonly withoutController: string;
}

/** Returns the account. Throws, or rejects with, ApiError Forbidden when it does not exist. */
export function accountOf(reader: AccountReader, name: string, request: AdmissionRequest): ServiceAccount | Promise<ServiceAccount> {
	const { accounts } = reader;
	const found = accounts.get(request.namespace, name);
	if (found !== undefined) return found;
	return name === defaultName ? lateAccount(reader, request) : latestAccount(reader, name, request);
}

async function latestAccount({ accounts }: AccountReader, name: string, request: AdmissionRequest): Promise<ServiceAccount> {
	const found = await accounts.orLatest(request.namespace, name, request);
	if (found === undefined) throw missing(name, request);
	return found;
}

/** Waits for the account `default`. */
async function lateAccount({ cache, accounts, withoutController }: AccountReader, request: AdmissionRequest): Promise<ServiceAccount> {
	const { namespace } = request;
	const waiting = AbortSignal.any([request.signal(), AbortSignal.timeout(longestWaitMs)]);
	const cursor = cache.cursor('serviceaccounts', cache.revision, { namespace, name: defaultName });
	try {
		await cursor.next(1, waiting);
	} catch (error) {
		// After the deadline, or when the history is compacted, the cache has the answer.
		if (!waiting.aborted && !(error instanceof CompactedError)) throw error;
	} finally {
		cursor.close();
	}
	request.signal().throwIfAborted();
	const found = accounts.get(namespace, defaultName);
	if (found === undefined) throw missing(defaultName, request, withoutController);
	return found;
}

function missing(name: string, request: AdmissionRequest, more = ''): Error {
	return refused(request, `error looking up service account ${request.namespace}/${name}: serviceaccount "${name}" not found${more}`);
}
