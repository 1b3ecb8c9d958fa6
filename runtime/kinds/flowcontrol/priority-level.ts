/** PriorityLevelConfiguration: only the exempt level has no limit, and shuffle sharding must not need more hash bits than there are. */
import type {
	ExemptPriorityLevelConfiguration,
	LimitedPriorityLevelConfiguration,
	LimitResponse,
	PriorityLevelConfiguration,
	QueuingConfiguration,
} from '../../../generated/types/flowcontrol/v1.ts';
import type { KindHooks } from '../../api/hooks.ts';
import type { Release } from '../../model/catalog.ts';
import { type Cause, forbiddenField, invalidValue, notSupported, required } from '../../model/cause.ts';
import { compareReleases } from '../../model/release.ts';
import { keptByStatus } from '../preserved-metadata.ts';
import { conditionViolations } from './conditions.ts';

const exemptName = 'exempt';
const mostQueues = 10_000_000;
/** Number of bits in the hash of a flow, from which its hand of queues is dealt. */
const mostHashBits = 60;

const numbers = ['Queues', 'HandSize', 'QueueLengthLimit'] as const;
type Columns = 'AssuredConcurrencyShares' | 'NominalConcurrencyShares' | (typeof numbers)[number];

/** Returns the hooks, with messages in the wording of the release. */
export function priorityLevelHooks(release: Release): KindHooks<PriorityLevelConfiguration, Columns> {
	const old = compareReleases(release, '1.26') < 0;
	const shareName = old ? 'assuredConcurrencyShares' : 'nominalConcurrencyShares';
	const exemptWords = old ? "type must be 'Exempt' if and only if name is 'exempt'" : "must be 'Exempt' if and only if `name` is 'exempt'";

	function limitedViolations(limited: LimitedPriorityLevelConfiguration, path: string): Cause[] {
		const share = shareOf(limited);
		const { limitResponse, lendablePercent, borrowingLimitPercent } = limited;
		const isWrong = old ? share <= 0 : share < 0;
		return [
			...(isWrong ? [invalidValue(`${path}.${shareName}`, share, old ? 'must be positive' : 'must be a non-negative integer')] : []),
			...responseViolations(limitResponse, `${path}.limitResponse`),
			...lendableViolations(lendablePercent, path),
			...(borrowingLimitPercent !== undefined && borrowingLimitPercent < 0
				? [invalidValue(`${path}.borrowingLimitPercent`, borrowingLimitPercent, 'if specified, must be a non-negative integer')]
				: []),
		];
	}

	function specViolations({ type = '', limited, exempt }: Partial<NonNullable<PriorityLevelConfiguration['spec']>>): Cause[] {
		if (type === 'Exempt') {
			return [
				...(limited === undefined ? [] : [forbiddenField('spec.limited', 'must be nil if the type is not Limited')]),
				...(exempt === undefined ? [] : exemptViolations(exempt, 'spec.exempt')),
			];
		}
		if (type !== 'Limited') return [notSupported('spec.type', type, ['Exempt', 'Limited'])];
		return [
			...(exempt === undefined ? [] : [forbiddenField('spec.exempt', 'must be nil if the type is Limited')]),
			...(limited === undefined ? [required('spec.limited', 'must not be empty when type is Limited')] : limitedViolations(limited, 'spec.limited')),
		];
	}

	return {
		preservedMetadata: keptByStatus,
		cells({ spec }) {
			const { limited } = spec ?? {};
			const { queuing } = limited?.limitResponse ?? {};
			const share = limited === undefined ? none : shareOf(limited);
			return {
				AssuredConcurrencyShares: share,
				NominalConcurrencyShares: share,
				Queues: queuing?.queues ?? none,
				HandSize: queuing?.handSize ?? none,
				QueueLengthLimit: queuing?.queueLengthLimit ?? none,
			};
		},
		validate({ metadata, spec, status }, { subresource }) {
			const inStatus = conditionViolations(status?.conditions, old);
			if (subresource === 'status') return inStatus;
			const type = spec?.type ?? '';
			const isFitting = (metadata?.name === exemptName) === (type === 'Exempt');
			return [...(isFitting ? [] : [invalidValue('spec.type', type, exemptWords)]), ...specViolations(spec ?? {}), ...inStatus];
		},
	};
}

const none = '<none>';

/** Returns the shares, which have another name in older versions. */
function shareOf(limited: LimitedPriorityLevelConfiguration & { readonly assuredConcurrencyShares?: number }): number {
	return limited.nominalConcurrencyShares ?? limited.assuredConcurrencyShares ?? 0;
}

function lendableViolations(percent: number | undefined, path: string): Cause[] {
	return percent === undefined || (percent >= 0 && percent <= 100)
		? []
		: [invalidValue(`${path}.lendablePercent`, percent, 'must be between 0 and 100, inclusive')];
}

function exemptViolations({ nominalConcurrencyShares: share, lendablePercent }: ExemptPriorityLevelConfiguration, path: string): Cause[] {
	return [
		...(share !== undefined && share < 0 ? [invalidValue(`${path}.nominalConcurrencyShares`, share, 'must be a non-negative integer')] : []),
		...lendableViolations(lendablePercent, path),
	];
}

function responseViolations({ type = '', queuing }: Partial<LimitResponse> = {}, path: string): Cause[] {
	const at = `${path}.queuing`;
	if (type === 'Reject') return queuing === undefined ? [] : [forbiddenField(at, 'must be nil if limited.limitResponse.type is not Limited')];
	if (type !== 'Queue') return [notSupported(`${path}.type`, type, ['Queue', 'Reject'])];
	return queuing === undefined ? [required(at, 'must not be empty if limited.limitResponse.type is Limited')] : queuingViolations(queuing, at);
}

function queuingViolations({ queues = 0, handSize = 0, queueLengthLimit = 0 }: QueuingConfiguration, path: string): Cause[] {
	const positive = (value: number, field: string): Cause[] => (value > 0 ? [] : [invalidValue(`${path}.${field}`, value, 'must be positive')]);
	return [
		...positive(queueLengthLimit, 'queueLengthLimit'),
		...positive(queues, 'queues'),
		...(queues > mostQueues ? [invalidValue(`${path}.queues`, queues, `must not be greater than ${mostQueues}`)] : []),
		...positive(handSize, 'handSize'),
		...(handSize > 0 ? handViolations(queues, handSize, `${path}.handSize`) : []),
	];
}

function handViolations(queues: number, handSize: number, path: string): Cause[] {
	if (handSize > queues) return [invalidValue(path, handSize, `should not be greater than queues (${queues})`)];
	// Each queue in a hand takes as many bits as the number of queues needs.
	if (Math.log2(queues) * handSize <= mostHashBits) return [];
	return [invalidValue(path, handSize, `required entropy bits of deckSize ${queues} and handSize ${handSize} should not be greater than ${mostHashBits}`)];
}
