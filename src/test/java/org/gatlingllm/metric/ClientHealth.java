package org.gatlingllm.metric;

/**
 * What the load generator did to itself during one level: whether the client, not the server, was
 * measured. A share of CPU is of the whole machine, 0 to 1, NaN where the platform does not tell.
 *
 * @param lagP50Nanos event-loop lag, median of a 1 ms heartbeat on every event loop
 * @param lagP99Nanos event-loop lag, 99th percentile
 * @param lagMaxNanos event-loop lag, worst
 * @param gcPauseNanos time in garbage collection
 * @param gcCount collections
 * @param processCpuShare CPU share of this process
 * @param machineCpuShare CPU share of everything on the machine
 * @param stealShare CPU time that the hypervisor gave to others
 * @param allocatedBytesPerSecond allocation rate, or NaN
 * @param processCpuNanos CPU time of this process
 */
public record ClientHealth(
    long lagP50Nanos,
    long lagP99Nanos,
    long lagMaxNanos,
    long gcPauseNanos,
    long gcCount,
    double processCpuShare,
    double machineCpuShare,
    double stealShare,
    double allocatedBytesPerSecond,
    long processCpuNanos) {}
