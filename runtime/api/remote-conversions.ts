/** Conversions that another server computes, of objects whose kind names a conversion webhook. */
import type { JsonObject, KindDescriptor } from '../model/catalog.ts';

export interface RemoteConversions {
	/**
	 * Converts objects to another version in one call, and returns them in the same order. No object may have that version already. Rejects
	 * with ApiError when the webhook is not reached or its answer is invalid.
	 */
	convert(kind: KindDescriptor, objects: readonly JsonObject[], apiVersion: string, signal: AbortSignal): Promise<readonly JsonObject[]>;
}

/** Conversions of a catalog in which no kind has a webhook. */
export const noRemoteConversions: RemoteConversions = {
	convert: ({ plural }) => Promise.reject(new Error(`${plural} have a conversion webhook, which cannot be called here`)),
};
