/** Validates a definition's conversion. Causes have the paths of v1beta1, as everywhere in this folder. */
import type { CustomResourceConversion } from '../../../generated/types/apiextensions/v1.ts';
import { type Cause, forbiddenField, invalidValue, notSupported, required } from '../../model/cause.ts';
import { checkDnsLabel1035 } from '../../scalars/formats.ts';
import { clientViolations } from '../webhooks/client.ts';
import { bundleProblem } from './ca-bundle.ts';

const strategies = ['None', 'Webhook'];
const understood = ['v1', 'v1beta1'];

export function isUnderstood({ webhook }: CustomResourceConversion): boolean {
	const versions = webhook?.conversionReviewVersions ?? [];
	return versions.length === 0 || versions.some((version) => understood.includes(version));
}

interface ConversionDemands {
	/** True when at least one review version must be known to the server. */
	readonly recognizedReviews: boolean;
	/** True when the CA bundle must be valid. */
	readonly soundBundle: boolean;
}

export function conversionViolations(
	{ strategy = '', webhook }: CustomResourceConversion,
	path: string,
	{ recognizedReviews: recognized, soundBundle }: ConversionDemands,
): Cause[] {
	const at = `${path}.strategy`;
	const ofStrategy = strategy === '' ? [required(at)] : strategies.includes(strategy) ? [] : [notSupported(at, strategy, strategies)];
	const { clientConfig, conversionReviewVersions: versions } = webhook ?? {};
	const [client, reviews] = [`${path}.webhookClientConfig`, `${path}.conversionReviewVersions`];
	if (strategy !== 'Webhook') {
		const why = 'should not be set when strategy is not set to Webhook';
		return [
			...ofStrategy,
			...(clientConfig === undefined ? [] : [forbiddenField(client, why)]),
			...((versions ?? []).length === 0 ? [] : [forbiddenField(reviews, why)]),
		];
	}
	return [
		...(clientConfig === undefined ? [required(client, 'required when strategy is set to Webhook')] : clientViolations(clientConfig, client)),
		...(soundBundle ? bundleViolations(clientConfig?.caBundle ?? '', `${client}.caBundle`) : []),
		...reviewViolations(versions ?? [], reviews, recognized),
	];
}

function bundleViolations(bundle: string, path: string): Cause[] {
	const problem = bundle === '' ? undefined : bundleProblem(bundle);
	return problem === undefined ? [] : [invalidValue(path, bundle, problem)];
}

function reviewViolations(versions: readonly string[], path: string, recognized: boolean): Cause[] {
	if (versions.length === 0) return [required(path)];
	const each = versions.flatMap((version, index) => {
		const at = `${path}[${index}]`;
		if (versions.indexOf(version) < index) return [invalidValue(at, version, 'duplicate version')];
		return checkDnsLabel1035(version).map((why) => invalidValue(at, version, why));
	});
	const isKnown = versions.some((version) => understood.includes(version));
	return recognized && !isKnown ? [...each, invalidValue(path, versions, `must include at least one of ${understood.join(', ')}`)] : each;
}
