/** How versions of a definition become each other. Causes have the paths of v1beta1, as all have. */
import type { CustomResourceConversion } from '../../../generated/types/apiextensions/v1.ts';
import { type Cause, forbiddenField, invalidValue, notSupported, required } from '../../model/cause.ts';
import { checkDnsLabel1035 } from '../../scalars/formats.ts';
import { clientViolations } from '../webhooks/client.ts';

const strategies = ['None', 'Webhook'];
const understood = ['v1', 'v1beta1'];

export function isUnderstood({ webhook }: CustomResourceConversion): boolean {
	const versions = webhook?.conversionReviewVersions ?? [];
	return versions.length === 0 || versions.some((version) => understood.includes(version));
}

/** `recognized`: a version must be one that servers understand. */
export function conversionViolations({ strategy = '', webhook }: CustomResourceConversion, path: string, recognized: boolean): Cause[] {
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
		...reviewViolations(versions ?? [], reviews, recognized),
	];
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
