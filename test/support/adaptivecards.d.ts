// Types of the parser of Adaptive Cards, as far as tests use it: those of the package are for another file.
declare module 'adaptivecards/dist/adaptivecards.js' {
  type Version = object;
  interface SerializationContext {
    readonly eventCount: number;
    getEventAt(index: number): { readonly message: string };
  }
  const adaptiveCards: {
    readonly Version: new (major: number, minor: number) => Version;
    readonly SerializationContext: new (targetVersion: Version) => SerializationContext;
    readonly AdaptiveCard: new () => {
      parse(source: object, context: SerializationContext): void;
    };
  };
  export default adaptiveCards;
}
