/** Examples of RFC 7541, appendix C, as hexadecimal digits of complete blocks. Examples of one table follow each other on a connection. */

export interface Example {
	readonly section: string;
	readonly hex: string;
	/** Alternating names and values. */
	readonly flat: readonly string[];
}

export interface Exchange {
	readonly title: string;
	/** Initial size of the peer's table, sent as a size update. */
	readonly tableSize: number;
	readonly blocks: readonly Example[];
	/** The dynamic table after the last block, newest entry first. */
	readonly table: readonly (readonly [name: string, value: string])[];
}

const single = (section: string, hex: string, flat: readonly string[], table: Exchange['table']): Exchange => ({
	title: section,
	tableSize: 4096,
	blocks: [{ section, hex, flat }],
	table,
});

const first = [':method', 'GET', ':scheme', 'http', ':path', '/', ':authority', 'www.example.com'];
const second = [...first, 'cache-control', 'no-cache'];
const third = [':method', 'GET', ':scheme', 'https', ':path', '/index.html', ':authority', 'www.example.com', 'custom-key', 'custom-value'];
const afterRequests: Exchange['table'] = [
	['custom-key', 'custom-value'],
	['cache-control', 'no-cache'],
	[':authority', 'www.example.com'],
];

const beside = ['cache-control', 'private', 'date', 'Mon, 21 Oct 2013 20:13:21 GMT', 'location', 'https://www.example.com'];
const cookie = 'foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1';
const lastAnswer = [
	':status',
	'200',
	'cache-control',
	'private',
	'date',
	'Mon, 21 Oct 2013 20:13:22 GMT',
	'location',
	'https://www.example.com',
	'content-encoding',
	'gzip',
	'set-cookie',
	cookie,
];
const afterAnswers: Exchange['table'] = [
	['set-cookie', cookie],
	['content-encoding', 'gzip'],
	['date', 'Mon, 21 Oct 2013 20:13:22 GMT'],
];

export const exchanges: readonly Exchange[] = [
	single('C.2.1', '400a637573746f6d2d6b65790d637573746f6d2d686561646572', ['custom-key', 'custom-header'], [['custom-key', 'custom-header']]),
	single('C.2.2', '040c2f73616d706c652f70617468', [':path', '/sample/path'], []),
	single('C.2.3', '100870617373776f726406736563726574', ['password', 'secret'], []),
	single('C.2.4', '82', [':method', 'GET'], []),
	{
		title: 'C.3, requests',
		tableSize: 4096,
		blocks: [
			{ section: 'C.3.1', hex: '828684410f7777772e6578616d706c652e636f6d', flat: first },
			{ section: 'C.3.2', hex: '828684be58086e6f2d6361636865', flat: second },
			{ section: 'C.3.3', hex: '828785bf400a637573746f6d2d6b65790c637573746f6d2d76616c7565', flat: third },
		],
		table: afterRequests,
	},
	{
		title: 'C.4, requests in Huffman code',
		tableSize: 4096,
		blocks: [
			{ section: 'C.4.1', hex: '828684418cf1e3c2e5f23a6ba0ab90f4ff', flat: first },
			{ section: 'C.4.2', hex: '828684be5886a8eb10649cbf', flat: second },
			{ section: 'C.4.3', hex: '828785bf408825a849e95ba97d7f8925a849e95bb8e8b4bf', flat: third },
		],
		table: afterRequests,
	},
	{
		title: 'C.5, answers that evict',
		tableSize: 256,
		blocks: [
			{
				section: 'C.5.1',
				hex: '4803333032580770726976617465611d4d6f6e2c203231204f637420323031332032303a31333a323120474d546e1768747470733a2f2f7777772e6578616d706c652e636f6d',
				flat: [':status', '302', ...beside],
			},
			{ section: 'C.5.2', hex: '4803333037c1c0bf', flat: [':status', '307', ...beside] },
			{
				section: 'C.5.3',
				hex: '88c1611d4d6f6e2c203231204f637420323031332032303a31333a323220474d54c05a04677a69707738666f6f3d4153444a4b48514b425a584f5157454f50495541585157454f49553b206d61782d6167653d333630303b2076657273696f6e3d31',
				flat: lastAnswer,
			},
		],
		table: afterAnswers,
	},
	{
		title: 'C.6, answers in Huffman code that evict',
		tableSize: 256,
		blocks: [
			{
				section: 'C.6.1',
				hex: '488264025885aec3771a4b6196d07abe941054d444a8200595040b8166e082a62d1bff6e919d29ad171863c78f0b97c8e9ae82ae43d3',
				flat: [':status', '302', ...beside],
			},
			{ section: 'C.6.2', hex: '4883640effc1c0bf', flat: [':status', '307', ...beside] },
			{
				section: 'C.6.3',
				hex: '88c16196d07abe941054d444a8200595040b8166e084a62d1bffc05a839bd9ab77ad94e7821dd7f2e6c7b335dfdfcd5b3960d5af27087f3672c1ab270fb5291f9587316065c003ed4ee5b1063d5007',
				flat: lastAnswer,
			},
		],
		table: afterAnswers,
	},
];
