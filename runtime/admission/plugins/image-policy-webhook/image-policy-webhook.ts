/**
 * ImagePolicyWebhook: asks a backend whether a pod may run its images (seed 3, "Built-in admission plugins"). Answers are cached. When the
 * backend fails, the configuration decides.
 */
import { ApiError } from '../../../api/errors.ts';
import { type RemoteClient, RemoteFailure, remoteClient, usualTimes } from '../../../remote/remote-client.ts';
import { answerSentence } from '../../../remote/webhook/answer-sentence.ts';
import { connectionSentence } from '../../../remote/webhook/connection-sentence.ts';
import { checkQualifiedName } from '../../../scalars/formats.ts';
import type { Log } from '../../../telemetry/log.ts';
import type { AdmissionPlugin, AdmissionRequest } from '../../contract.ts';
import { controlConfigFile } from '../../flags.ts';
import { refused } from '../../forbidden-error.ts';
import { type ImageVerdict, reviewSpec, reviewText, verdictOf } from './review.ts';
import { type ImagePolicySettings, imagePolicySection } from './section.ts';
import { ImageVerdicts } from './verdicts.ts';

export const imagePolicyWebhook: AdmissionPlugin<ImagePolicySettings> = {
	name: 'ImagePolicyWebhook',
	onByDefault: 'never',
	configuration: imagePolicySection,
	operations: ['CREATE', 'UPDATE'],
	only: () => ['pods'],
	async start({ configuration, vocabulary: { groupDomain }, signal, log }) {
		if (configuration === undefined) throw new Error(`--enable-admission-plugins: ImagePolicyWebhook needs a section of --${controlConfigFile.name}`);
		const url = new URL(configuration.service.url);
		url.searchParams.set('timeout', `${usualTimes.tryMs / 1000}s`);
		const client = await remoteClient({ ...configuration.service, url }, signal, { ...usualTimes, firstPauseMs: configuration.retryMs });
		const policy = new ImagePolicy({ settings: configuration, client, url, groupDomain, log });
		return {
			validate(request) {
				if (request.subresource === '' || request.subresource === 'ephemeralcontainers') return policy.check(request);
			},
		};
	},
};

interface ImagePolicyParts {
	readonly settings: Pick<ImagePolicySettings, 'allowMs' | 'denyMs' | 'allowsOnFailure'>;
	readonly client: RemoteClient;
	readonly url: URL;
	readonly groupDomain: string;
	readonly log: Log;
}

class ImagePolicy {
	readonly #parts: ImagePolicyParts;
	readonly #verdicts = new ImageVerdicts(() => performance.now());
	readonly #apiVersion: string;
	/** Prefix of audit annotations. */
	readonly #prefix: string;

	constructor(parts: ImagePolicyParts) {
		this.#parts = parts;
		this.#apiVersion = `imagepolicy.${parts.groupDomain}/v1alpha1`;
		this.#prefix = `imagepolicywebhook.image-policy.${parts.groupDomain}/`;
	}

	check(request: AdmissionRequest): void | Promise<void> {
		const spec = reviewSpec(request, `.image-policy.${this.#parts.groupDomain}/`);
		const known = this.#verdicts.get(spec);
		if (known === undefined) return this.#ask(spec, request);
		this.#apply(known, request);
	}

	async #ask(spec: string, request: AdmissionRequest): Promise<void> {
		const { client, settings, log } = this.#parts;
		let verdict: ImageVerdict;
		try {
			verdict = verdictOf(await client.ask(reviewText(spec, this.#apiVersion), request.signal()), this.#apiVersion);
		} catch (error) {
			if (!settings.allowsOnFailure) throw this.#failure(error as Error, request);
			log.warn('image policy webhook failed; the images are allowed', { error: (error as Error).message });
			request.annotate(`${this.#prefix}failed-open`, 'true');
			return;
		}
		this.#verdicts.set(spec, verdict, verdict.isAllowed ? settings.allowMs : settings.denyMs);
		this.#apply(verdict, request);
	}

	#apply({ isAllowed, reason, auditAnnotations }: ImageVerdict, request: AdmissionRequest): void {
		for (const [name, value] of Object.entries(auditAnnotations)) {
			const key = `${this.#prefix}${name}`;
			if (checkQualifiedName(key).length === 0) request.annotate(key, value);
			else this.#parts.log.warn('audit annotation of the image policy webhook dropped: its name is invalid', { name: key });
		}
		if (isAllowed) return;
		throw refused(
			request,
			reason === '' ? 'one or more images rejected by webhook backend' : `image policy webhook backend denied one or more images: ${reason}`,
		);
	}

	/** Returns the refusal after a failure. It quotes a backend that forbids the review itself. */
	#failure(error: Error, request: AdmissionRequest): ApiError {
		const posted = error instanceof RemoteFailure ? error.posted : undefined;
		if (posted?.status === 403) return new ApiError('Forbidden', answerSentence(posted));
		if (posted !== undefined) return refused(request, answerSentence(posted));
		const cause = error instanceof RemoteFailure && error.cause instanceof Error ? error.cause : undefined;
		return refused(request, cause === undefined ? error.message : `Post ${JSON.stringify(this.#parts.url.href)}: ${connectionSentence(cause)}`);
	}
}
