// The event of EventBridge Scheduler: the Input of our schedule with its placeholder filled in.

/** As the template has it: `{"scheduledTime": "<aws.scheduler.scheduled-time>"}`. The time is in UTC ms. */
export function scheduleEvent(scheduledAt: number): { readonly scheduledTime: string } {
  // Scheduler writes whole seconds.
  return { scheduledTime: new Date(scheduledAt).toISOString().replace(/\.\d+Z$/, 'Z') };
}
