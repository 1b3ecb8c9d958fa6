/** All forms of the document, loaded together on the first request. */
export { openApiV2 } from './v2.ts';
export { encodeOpenApiV2, openApiV2ProtobufAccepted, openApiV2ProtobufType } from './v2-protobuf.ts';
export { openApiV3, openApiV3Names } from './v3.ts';
