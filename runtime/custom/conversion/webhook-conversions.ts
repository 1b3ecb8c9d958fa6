/**
 * Converts custom objects by the webhooks that their definitions name. The wording of failures is that of Kubernetes. A webhook delays only
 * the requests that need its answer.
 */
import { randomUUID } from 'node:crypto';
import { ApiError } from '../../api/errors.ts';
import type { RemoteConversions } from '../../api/remote-conversions.ts';
import type { JsonObject, KindDescriptor } from '../../model/catalog.ts';
import type { Vocabulary } from '../../model/vocabulary.ts';
import { WebhookCallError, type WebhookClient } from '../../remote/webhook/client.ts';
import { ConversionMetrics } from './conversion-metrics.ts';
import { checkedObject } from './converted-object.ts';
import { ConversionFailure, callFailure, convertedObjects, type Review, reviewText } from './review.ts';

/** Time limit of a call. Kubernetes has the same, and definitions cannot change it. */
const timeoutSeconds = 30;

/**
 * Maximum size of an answer in bytes: an object of 3 MiB, or a batch of small ones that grow fourfold. The answer is parsed on the event
 * loop, which takes some 10 ms for each MiB.
 */
export const maxAnswerBytes = 4 * 1024 * 1024;

export interface WebhookConversionsParts {
	/** Returns the client, which is made for the first conversion. */
	readonly client: () => Promise<Pick<WebhookClient, 'call'>>;
	readonly vocabulary: Pick<Vocabulary, 'groupDomain'>;
}

export class WebhookConversions implements RemoteConversions {
	readonly metrics = new ConversionMetrics();
	readonly #parts: WebhookConversionsParts;

	constructor(parts: WebhookConversionsParts) {
		this.#parts = parts;
	}

	async convert(kind: KindDescriptor, objects: readonly JsonObject[], apiVersion: string, signal: AbortSignal): Promise<readonly JsonObject[]> {
		const from = String(objects[0]?.apiVersion);
		const beganMs = performance.now();
		const called = (failure?: ConversionFailure['type']): void => {
			const seconds = (performance.now() - beganMs) / 1000;
			this.metrics.called({ definition: kind.storageName, from: versionIn(from), to: versionIn(apiVersion), seconds, failure });
		};
		try {
			const converted = await this.#converted(kind, objects, apiVersion, signal);
			called();
			return converted;
		} catch (error) {
			if (!(error instanceof ConversionFailure)) throw error;
			called(error.type);
			signal.throwIfAborted();
			throw ApiError.ofAnother({ code: 500, reason: '' }, `conversion webhook for ${from}, Kind=${kind.kind} ${error.message}`);
		}
	}

	async #converted(kind: KindDescriptor, objects: readonly JsonObject[], apiVersion: string, signal: AbortSignal): Promise<readonly JsonObject[]> {
		const { conversionWebhook: webhook } = kind;
		if (webhook === undefined) throw new Error(`${kind.plural} have no conversion webhook`);
		const { address, reviewVersion } = webhook;
		if (reviewVersion === undefined) throw ApiError.ofAnother({ code: 500, reason: '' }, 'no supported conversion review versions');
		const review: Review = {
			uid: randomUUID(),
			apiVersion: `apiextensions.${this.#parts.vocabulary.groupDomain}/${reviewVersion}`,
			desiredAPIVersion: apiVersion,
			count: objects.length,
		};
		const client = await this.#parts.client();
		const text = await client.call(address, timeoutSeconds, reviewText(review, objects), signal).catch((error: unknown) => {
			throw error instanceof WebhookCallError ? callFailure(error.message, error) : error;
		});
		const isAlone = objects.length === 1;
		const found = convertedObjects(text, review);
		return objects.map((object, index) => checkedObject(object, found[index] ?? null, apiVersion, { index, isAlone }));
	}
}

function versionIn(apiVersion: string): string {
	return apiVersion.slice(apiVersion.indexOf('/') + 1);
}
